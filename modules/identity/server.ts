/** Identity's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { identity } from './contract.ts'
import { authenticate } from './server/authenticate.ts'
import { routes } from './server/routes.ts'

export {
  directoryOf,
  organizationAndAbove,
  organizationsBelow,
  organizationsOf,
  timeZoneOf,
} from './server/directory.ts'

export const identityServer = serverModule({ name: 'identity', contract: identity, routes, authenticate })
