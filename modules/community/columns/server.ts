/** The door of columns for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { columns } from './contract.ts'
import { routes } from './server/routes.ts'

export const columnsServer = serverModule({ name: 'columns', contract: columns, routes })
