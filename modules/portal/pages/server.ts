/** The door of pages for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { pages } from './contract.ts'
import { publishDue } from './server/drafts.ts'
import { figureModule } from './server/figures.ts'
import { removeOldVisits } from './server/members.ts'
import { pagesData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { organizationOfPage } from './server/organization-of-page.ts'

export const pagesServer = serverModule({
  name: 'pages',
  contract: pages,
  routes,
  jobs: [publishDue, removeOldVisits],
  extensions: [figureModule, personalData(pagesData)],
})
