/** The door of orders for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { orders } from './contract.ts'
import { orderSubject } from './server/approval.ts'
import { orderInvoices } from './server/invoicing.ts'
import { jobs } from './server/jobs.ts'
import { orderMessages } from './server/message-types.ts'
import { ordersPersonalData } from './server/personal-data.ts'
import { orderPayable } from './server/rmb.ts'
import { routes } from './server/routes.ts'

export { giftStates } from './server/gift-states.ts'
export { type Gift, giveGoods, setAsideGoods } from './server/gifts.ts'
export {
  firstSaleSql,
  openRefundsSql,
  orderMoneySql,
  orderNumbers,
  salesSql,
  soldNames,
} from './server/sales.ts'

export const ordersServer = serverModule({
  name: 'orders',
  contract: orders,
  routes,
  jobs,
  extensions: [orderSubject, orderPayable, orderInvoices, ...orderMessages, ordersPersonalData],
})
