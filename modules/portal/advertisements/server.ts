/** The door of advertisements for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { advertisements } from './contract.ts'
import { advertisementsData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const advertisementsServer = serverModule({
  name: 'advertisements',
  contract: advertisements,
  routes,
  extensions: [personalData(advertisementsData)],
})
