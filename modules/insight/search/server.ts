/** The door of search for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { search } from './contract.ts'
import { routes } from './server/routes.ts'

export const searchServer = serverModule({ name: 'search', contract: search, routes })
