/** The door of rankings for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { rankings } from './contract.ts'
import { routes } from './server/routes.ts'

export const rankingsServer = serverModule({ name: 'rankings', contract: rankings, routes })
