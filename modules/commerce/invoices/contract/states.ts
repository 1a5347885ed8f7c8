/** What an invoice can be, and what leads from one state to another: one table for the server's refusals and the screens' buttons. */

export const memberTypes = ['individual', 'purchaser'] as const
export type MemberType = (typeof memberTypes)[number]
export const invoiceStates = [0, 1, 2, 3, 4, 5] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const PENDING = 0
export const TO_SEND = 1
export const DONE = 2
export const REJECTED = 3
export const REFUNDING = 4
export const REFUNDED = 5

export const invoiceTypes = ['vat-ordinary', 'vat-special'] as const
export type InvoiceType = (typeof invoiceTypes)[number]
export const invoiceMedia = ['electronic', 'paper'] as const
export type InvoiceMedium = (typeof invoiceMedia)[number]
/** What stands on the invoice: a line for each order, or one line of a category. */
export const billingTypes = ['details', 'training', 'information', 'materials', 'conference'] as const
export type BillingType = (typeof billingTypes)[number]
export const infoKinds = ['company', 'personal'] as const
export type InfoKind = (typeof infoKinds)[number]

interface Transition {
  readonly from: readonly InvoiceState[]
  readonly to: InvoiceState
}

export const transitions = {
  agree: { from: [PENDING], to: TO_SEND },
  reject: { from: [PENDING], to: REJECTED },
  applyAgain: { from: [REJECTED], to: PENDING },
  issue: { from: [TO_SEND], to: DONE },
  /** Everything was refunded before the invoice was issued. */
  cancel: { from: [PENDING, TO_SEND], to: REFUNDED },
  /** Something of an issued invoice was refunded, for the first time or once more: it waits for a red-letter invoice. */
  refund: { from: [DONE, REFUNDED], to: REFUNDING },
  reverse: { from: [REFUNDING], to: REFUNDED },
} as const satisfies Readonly<Record<string, Transition>>
export type InvoiceAction = keyof typeof transitions

export const canDo = (action: InvoiceAction, state: InvoiceState): boolean =>
  (transitions[action].from as readonly InvoiceState[]).includes(state)

/** COMMERCE-059: 1,000,000 yuan. */
export const amountMaxFen = 100_000_000n
/** COMMERCE-061 */
export const infosMax = 10
export const ordersMax = 50
