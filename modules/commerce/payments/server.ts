/**
 * The door of payments for other modules' server code. Amounts are fen as bigint. A module that sells registers a `payable`,
 * locks its row, and calls these in its transaction; it hears by the payable what became of the money.
 */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { payments } from './contract.ts'
import { paymentCallbacks } from './server/callbacks.ts'
import { paymentsHealth } from './server/health.ts'
import { jobs } from './server/jobs.ts'
import { messageTypes } from './server/message-types.ts'
import { paymentsData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { type Payable, payable } from './server/payable.ts'
export { paymentOf } from './server/payment-of.ts'
export { availableProviders } from './server/providers.ts'
export { billTotals } from './server/reconciliation.ts'
export { refundPayment } from './server/refunds.ts'
export { providerTotals, settledSql } from './server/settled.ts'
export { closePayment, type NewPayment, startPayment } from './server/starting.ts'

export const paymentsServer = serverModule({
  name: 'payments',
  contract: payments,
  routes,
  jobs,
  extensions: [personalData(paymentsData), paymentsHealth, ...messageTypes],
  plugin: paymentCallbacks,
})
