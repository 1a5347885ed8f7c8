/** Payments as the modules above start and close them. */
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { ALREADY_PAID, PROVIDER_UNAVAILABLE } from '../contract/codes.ts'
import { amountFenMax, type NextStep, type ProviderName } from '../contract/shapes.ts'
import { type PaymentsDb, paymentsTables } from './db.ts'
import { payableOf } from './payable.ts'
import { preparePayment } from './prepare-job.ts'
import { availableProviders, providerOf } from './providers.ts'
import { isPaid, lockThing, openPayment } from './rows.ts'
import { close } from './settling.ts'

const firstCheckMs = 60_000

export interface NewPayment {
  readonly companyId: string
  readonly memberId: string
  /** The name under which the module above has registered what is paid for. */
  readonly payable: string
  readonly payableId: string
  /** What the buyer calls it, such as the number of the order. */
  readonly number: string
  readonly subject: string
  readonly amountFen: bigint
  readonly provider: ProviderName
  readonly expiresAt: number
  readonly now: number
}

/**
 * Starts a payment, or answers the one that waits already: the same thing asked again by the same provider is the same
 * payment. By another provider, or for another amount, the earlier one is closed first. The caller has locked what is paid
 * for. Refuses 399001 where the company cannot use the provider, and 399002 what is paid already.
 */
export async function startPayment(
  connection: Connection,
  config: Config,
  payment: NewPayment,
): Promise<{ id: string }> {
  const db = paymentsTables(connection)
  const { companyId, amountFen, provider, payableId, now } = payment
  const { name } = payableOf(payment.payable)
  if (amountFen <= 0n || amountFen > amountFenMax) throw new Error(`${amountFen} fen cannot be paid`)
  if (!(await availableProviders(db, config, companyId)).includes(provider)) throw refuse(PROVIDER_UNAVAILABLE)
  const thing = { payable: name, payableId }
  await lockThing(db, thing)
  if (await isPaid(db, thing)) throw refuse(ALREADY_PAID)
  const open = await openPayment(db, thing)
  if (open && open.provider === provider && BigInt(open.amount_fen) === amountFen && open.expires_at > now)
    return { id: open.id }
  if (open) await close(db, open)
  return insert(db, payment)
}

async function insert(db: PaymentsDb, payment: NewPayment): Promise<{ id: string }> {
  const { companyId, memberId, payable, payableId, number, subject, amountFen, provider, expiresAt, now } = payment
  const id = uuid()
  const isAsked = providerOf(provider).prepare !== undefined
  const next: NextStep | null = provider === 'test' ? { kind: 'test' } : null
  await db
    .insertInto('payments.payment')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, payable, payable_id: payableId, number, subject, provider },
      amount_fen: Number(amountFen),
      state: 'waiting',
      next_step: next && JSON.stringify(next),
      created_at: now,
      expires_at: expiresAt,
      check_at: isAsked ? Math.min(expiresAt, now + firstCheckMs) : expiresAt,
    })
    .execute()
  if (isAsked) await enqueue(db, preparePayment, { paymentId: id })
  return { id }
}

/** What is paid for is closed: nobody is to pay it any more. The caller has locked it. Money that comes all the same is given back. */
export async function closePayment(
  connection: Connection,
  { payable, payableId }: { readonly payable: string; readonly payableId: string },
): Promise<void> {
  const db = paymentsTables(connection)
  const thing = { payable: payableOf(payable).name, payableId }
  await lockThing(db, thing)
  const open = await openPayment(db, thing)
  if (open) await close(db, open)
}
