/** Rows of payments, as the rest of the module reads and locks them. */
import { type Selectable, sql } from 'kysely'
import { lockNames } from '#server/db/transaction.ts'
import type { NextStep, PaymentState, ProviderName } from '../contract/shapes.ts'
import type { PaymentsDb } from './db.ts'
import { findPayable } from './payable.ts'
import type { DB } from './tables.ts'

export interface PaymentRow extends Omit<Selectable<DB['payments.payment']>, 'provider' | 'state' | 'next_step'> {
  readonly provider: ProviderName
  readonly state: PaymentState
  readonly next_step: NextStep | null
}

export async function findPayment(db: PaymentsDb, id: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payments.payment').selectAll().where('id', '=', id).executeTakeFirst()
  return row as PaymentRow | undefined
}

/** The payment of a company; with `memberId` that of a buyer. */
export async function findPaymentOf(
  db: PaymentsDb,
  { companyId, memberId }: { readonly companyId: string; readonly memberId?: string },
  id: string,
): Promise<PaymentRow | undefined> {
  const found = await findPayment(db, id)
  if (found?.company_id !== companyId) return undefined
  return memberId === undefined || found.member_id === memberId ? found : undefined
}

interface Thing {
  readonly companyId: string
  readonly payable: string
  readonly payableId: string
}

/** One after another for each thing that is paid for. */
export const lockThing = (db: PaymentsDb, { payable, payableId }: Pick<Thing, 'payable' | 'payableId'>) =>
  lockNames(db, `payments:${payable}:${payableId}`)

export const thingOf = (row: PaymentRow): Thing => ({
  companyId: row.company_id,
  payable: row.payable,
  payableId: row.payable_id,
})

/** Locks what is paid for, then the payment, and reads it again. */
export async function lockPayment(db: PaymentsDb, row: PaymentRow): Promise<PaymentRow> {
  const thing = thingOf(row)
  await findPayable(thing.payable)?.lock(db, thing)
  await lockThing(db, thing)
  const locked = await db
    .selectFrom('payments.payment')
    .selectAll()
    .where('id', '=', row.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return locked as PaymentRow
}

/** The payment of a thing that is still open. */
export async function openPayment(
  db: PaymentsDb,
  { payable, payableId }: Pick<Thing, 'payable' | 'payableId'>,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments.payment')
    .selectAll()
    .where('payable', '=', payable)
    .where('payable_id', '=', payableId)
    .where('state', 'in', ['waiting', 'reviewing'])
    .forUpdate()
    .executeTakeFirst()
  return row as PaymentRow | undefined
}

export async function isPaid(db: PaymentsDb, { payable, payableId }: Pick<Thing, 'payable' | 'payableId'>) {
  const { rows } = await sql<{ paid: boolean }>`select exists (select from payments.payment
    where payable = ${payable} and payable_id = ${payableId} and counts) as paid`.execute(db)
  return rows[0]?.paid === true
}

/** What providers call a payment or refund of ours: at most 32 letters and digits (WeChat Pay). */
export const tradeNumber = (id: string): string => id.replaceAll('-', '')

/** Our id of such a number; undefined where it is no number of ours. */
export function idOfTradeNumber(number: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(number)
  return parts ? parts.slice(1).join('-') : undefined
}
