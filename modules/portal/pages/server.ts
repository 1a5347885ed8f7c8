/** The door of pages for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { pages } from './contract.ts'
import { routes } from './server/routes.ts'

export { organizationOfPage } from './server/organization-of-page.ts'

export const pagesServer = serverModule({ name: 'pages', contract: pages, routes })
