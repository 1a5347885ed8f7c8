/** Approvals's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { approvals } from './contract.ts'
import { routes } from './server/routes.ts'

export const approvalsServer = serverModule({ name: 'approvals', contract: approvals, routes })
