/** The door of invoices for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { invoices } from './contract.ts'
import { routes } from './server/routes.ts'

export const invoicesServer = serverModule({ name: 'invoices', contract: invoices, routes })
