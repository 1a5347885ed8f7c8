/** The door of pictures for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { pictures } from './contract.ts'
import { picturesData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const picturesServer = serverModule({
  name: 'pictures',
  contract: pictures,
  routes,
  extensions: [personalData(picturesData)],
})
