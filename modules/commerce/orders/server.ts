/** The door of orders for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { orders } from './contract.ts'
import { routes } from './server/routes.ts'

export const ordersServer = serverModule({ name: 'orders', contract: orders, routes })
