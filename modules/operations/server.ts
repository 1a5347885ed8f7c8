/** Operations's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { operations } from './contract.ts'
import { routes } from './server/routes.ts'

export const operationsServer = serverModule({ name: 'operations', contract: operations, routes })
