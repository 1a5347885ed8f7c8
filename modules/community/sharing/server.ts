/** Sharing's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { sharing } from './contract.ts'
import { removeEndedLinks } from './server/jobs.ts'
import { addPages } from './server/pages.ts'
import { sharingData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { actionKind } from './server/actions.ts'

export const sharingServer = serverModule({
  name: 'sharing',
  contract: sharing,
  routes,
  jobs: [removeEndedLinks],
  pages: addPages,
  extensions: [personalData(sharingData)],
})
