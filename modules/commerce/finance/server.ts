/** The door of finance for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { finance } from './contract.ts'
import { jobs } from './server/jobs.ts'
import { financePersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const financeServer = serverModule({
  name: 'finance',
  contract: finance,
  routes,
  jobs,
  extensions: [financePersonalData],
})
