/** Community's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { community } from './contract.ts'
import { routes } from './server/routes.ts'

export const communityServer = serverModule({ name: 'community', contract: community, routes })
