/** Pushes's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { pushes } from './contract.ts'
import { routes } from './server/routes.ts'

export const pushesServer = serverModule({ name: 'pushes', contract: pushes, routes })
