/** The door of contests for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { contests } from './contract.ts'
import { routes } from './server/routes.ts'

export const contestsServer = serverModule({ name: 'contests', contract: contests, routes })
