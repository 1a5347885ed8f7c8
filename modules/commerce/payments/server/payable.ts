/** What is paid for. The modules above register each kind of it, because payments know nothing of orders. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

interface About {
  readonly companyId: string
  readonly payableId: string
}

interface Paid extends About {
  readonly paymentId: string
  readonly amountFen: bigint
  readonly now: number
}

interface Failed extends About {
  readonly paymentId: string
  /** The provider refused it, or its time is over. */
  readonly reason: 'failed' | 'expired'
  readonly now: number
}

interface Refunded extends About {
  readonly paymentId: string
  readonly refundId: string
  readonly amountFen: bigint
  readonly outcome: 'succeeded' | 'failed'
  readonly now: number
}

export interface Payable {
  readonly name: string
  readonly label: { readonly cn: string; readonly en: string }
  /**
   * Locks the row that is paid for (`for update`). Payments call it before they lock rows of their own, as the payable does that
   * calls `startPayment`: with one order of locks nobody waits for one who waits for him.
   */
  lock(db: Connection, about: About): Promise<void>
  /**
   * The money has arrived, in the transaction that marks the payment succeeded; once for a payment, and never twice
   * accepted for a payable. `too-late`: payments give the whole amount back.
   */
  paid(db: Connection, paid: Paid): Promise<'accepted' | 'too-late'>
  /** Where the buyer sees what is paid for, as a path of the browser client. */
  page?(payableId: string): string
  /** The payment came to nothing. Another may be started. */
  failed?(db: Connection, failed: Failed): Promise<void>
  /** A refund that the payable asked for is decided, once. What failed may be asked for again under a new id. */
  refunded(db: Connection, refunded: Refunded): Promise<void>
}

export const payable = extensionPoint<Payable>('payments.payable')

/** Of a payment that was started once. Where no module knows what it was for any more, its money is given back. */
export const findPayable = (name: string): Payable | undefined => payable.all().find((one) => one.name === name)

export function payableOf(name: string): Payable {
  const found = findPayable(name)
  if (!found) throw new Error(`no module has registered the payable ${name}`)
  return found
}
