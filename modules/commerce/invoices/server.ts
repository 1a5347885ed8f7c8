/** The door of invoices for other modules' server code: what can be invoiced is registered, and refunds are reported. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { invoices } from './contract.ts'
import { messageTypes } from './server/message-types.ts'
import { invoicesData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

/** @public For modules whose objects are paid for. */
export { sourceRefunded } from './server/refunds.ts'
/** @public For modules whose objects are paid for. */
export { type InvoiceableItem, type InvoiceSource, invoiceSource } from './server/sources.ts'
/** @public For reports of finance. */
export { invoiceTotals } from './server/totals.ts'

export const invoicesServer = serverModule({
  name: 'invoices',
  contract: invoices,
  routes,
  extensions: [...messageTypes, personalData(invoicesData)],
})
