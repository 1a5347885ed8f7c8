/** The door of entitlements for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { entitlements } from './contract.ts'
import { routes } from './server/routes.ts'

export const entitlementsServer = serverModule({ name: 'entitlements', contract: entitlements, routes })
