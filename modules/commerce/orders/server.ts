/** The door of orders for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { orders } from './contract.ts'
import { orderSubject } from './server/approval.ts'
import { jobs } from './server/jobs.ts'
import { orderMessages } from './server/message-types.ts'
import { ordersPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const ordersServer = serverModule({
  name: 'orders',
  contract: orders,
  routes,
  jobs,
  extensions: [orderSubject, ...orderMessages, ordersPersonalData],
})
