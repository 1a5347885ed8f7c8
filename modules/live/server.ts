/** Live's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { live } from './contract.ts'
import { routes } from './server/routes.ts'

export const liveServer = serverModule({ name: 'live', contract: live, routes })
