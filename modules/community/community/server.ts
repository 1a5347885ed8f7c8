/** Community's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { community } from './contract.ts'
import { extensions } from './server/extensions.ts'
import { routes } from './server/routes.ts'

export const communityServer = serverModule({ name: 'community', contract: community, routes, extensions })
