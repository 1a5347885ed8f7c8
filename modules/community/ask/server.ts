/** The door of ask for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { ask } from './contract.ts'
import { routes } from './server/routes.ts'

export const askServer = serverModule({ name: 'ask', contract: ask, routes })
