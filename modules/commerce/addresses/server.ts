/** The door of addresses for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { addresses } from './contract.ts'
import { routes } from './server/routes.ts'

export const addressesServer = serverModule({ name: 'addresses', contract: addresses, routes })
