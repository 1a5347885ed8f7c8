/** Privacy's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { privacy } from './contract.ts'
import { routes } from './server/routes.ts'

export const privacyServer = serverModule({ name: 'privacy', contract: privacy, routes })
