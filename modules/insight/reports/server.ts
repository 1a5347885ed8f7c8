/** The door of reports for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { reports } from './contract.ts'
import { routes } from './server/routes.ts'

export const reportsServer = serverModule({ name: 'reports', contract: reports, routes })
