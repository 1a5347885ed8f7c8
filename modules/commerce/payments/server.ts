/** The door of payments for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { payments } from './contract.ts'
import { routes } from './server/routes.ts'

export const paymentsServer = serverModule({ name: 'payments', contract: payments, routes })
