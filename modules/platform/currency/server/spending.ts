/** Spending and refunds, for modules that sell. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type CurrencyKind, REFUND_TOO_LARGE, type TradeType, trade } from '../contract/shapes.ts'
import { counterpart, lockAccounts, type Owner } from './account-locks.ts'
import { type BalanceKind, type Balances, balanceKinds, minus, take, total } from './balances.ts'
import { currencyTables } from './db.ts'
import { type Posted, type Posting, post, postAll } from './postings.ts'

export interface Spending {
  readonly companyId: string
  readonly memberId: string
  readonly kind: CurrencyKind
  /** Hundredths above 0. */
  readonly amount: bigint
  /** The only balance to take from; by default all three in order. */
  readonly balanceKind?: BalanceKind
  /**
   * The purchased item: 6 member card, 7 course, 8 subject, 11 class, 12 several, 14 redeem card, 17 online course, 19
   * live.
   */
  readonly tradeType: TradeType
  /** Unique for the purchase: `order:{id}`. */
  readonly eventKey: string
  readonly businessType?: number
  readonly businessId: string
  /** The purchased item for the buyer's record. */
  readonly subject: string
  /** The recipient and balance; by default the company's expense account. */
  readonly payee?: { readonly owner: Owner; readonly balanceKind: BalanceKind }
  readonly now: number
}

function postingOf(spending: Spending): Posting {
  const { memberId, companyId, amount, balanceKind, payee, ...rest } = spending
  const to = payee
    ? { owner: payee.owner, balanceKind: payee.balanceKind }
    : { owner: counterpart('expense', companyId) }
  const legs = [
    { owner: { kind: 'person', id: memberId } as const, amount: -amount, balanceKind },
    { ...to, amount },
  ]
  return { ...rest, companyId, legs, event: 'purchase', createdBy: memberId }
}

/** Takes an amount from a member's account. Refuses a shortage with 71004, 2000103 or the code of the balance. */
export function spend(db: Connection, spending: Spending): Promise<Posted> {
  return post(db, postingOf(spending))
}

/** The same of coins and points for one purchase: all or none, in their order. */
export function spendAll(db: Connection, spendings: readonly Spending[]): Promise<Posted[]> {
  return postAll(db, spendings.map(postingOf))
}

export interface Refund {
  readonly companyId: string
  /** The transfer that took the amount. */
  readonly transferId: string
  /** Hundredths; by default the unrefunded rest. */
  readonly amount?: bigint
  /** Unique for the refund: `refund:{id}`. */
  readonly eventKey: string
  readonly reason?: string
  readonly createdBy: string | null
  readonly now: number
}

interface PaidSide {
  owner_kind: Owner['kind']
  owner_id: string
  allocated: string
  reward: string
  subscription: string
}

interface Paid {
  readonly kind: CurrencyKind
  readonly businessType: number | null
  readonly businessId: string | null
  readonly subject: string
  readonly payer: { readonly owner: Owner; readonly parts: Balances }
  readonly payee: { readonly owner: Owner; readonly parts: Balances }
}

function sideOf(row: PaidSide, sign: bigint) {
  const [allocated, reward, subscription] = balanceKinds.map((name) => BigInt(row[name]) * sign) as [
    bigint,
    bigint,
    bigint,
  ]
  return { owner: { kind: row.owner_kind, id: row.owner_id }, parts: { allocated, reward, subscription } }
}

/** The payment with payer and payee. Distributions have several recipients and cannot be refunded. */
async function paidBy(db: Connection, companyId: string, transferId: string): Promise<Paid> {
  const { rows } = await sql<
    PaidSide & { kind: CurrencyKind; business_type: number | null; business_id: string | null; subject: string }
  >`select t.kind, t.business_type, t.business_id, t.subject, a.owner_kind, a.owner_id, e.allocated::text,
      e.reward::text, e.subscription::text
    from currency.transfer t join currency.entry e on e.transfer_id = t.id join currency.account a on a.id = e.account_id
    where t.id = ${transferId} and t.company_id = ${companyId} and t.reverses is null
    order by e.amount limit 3`.execute(currencyTables(db))
  const [given, received] = rows
  if (!given || !received || rows.length > 2) throw refuse(NOT_FOUND)
  const { kind, business_type: businessType, business_id: businessId, subject } = given
  return { kind, businessType, businessId, subject, payer: sideOf(given, -1n), payee: sideOf(received, 1n) }
}

/** The sum of earlier refunds by balance, read under the lock of the payer's account. */
async function returnedBefore(db: Connection, transferId: string): Promise<Balances> {
  const { rows } = await sql<{ allocated: string; reward: string; subscription: string }>`
    select coalesce(sum(e.allocated), 0)::text as allocated, coalesce(sum(e.reward), 0)::text as reward,
      coalesce(sum(e.subscription), 0)::text as subscription
    from currency.transfer r join currency.entry e on e.transfer_id = r.id
    where r.reverses = ${transferId} and e.amount > 0`.execute(currencyTables(db))
  const [row] = rows as [{ allocated: string; reward: string; subscription: string }]
  return { allocated: BigInt(row.allocated), reward: BigInt(row.reward), subscription: BigInt(row.subscription) }
}

/** Whether it was refunded under this key before. */
async function repeatOf(db: Connection, { companyId, eventKey }: Refund): Promise<Posted | undefined> {
  const { rows } = await sql<{ id: string }>`select id from currency.transfer
    where company_id = ${companyId} and event_key = ${eventKey}`.execute(currencyTables(db))
  return rows[0] && { transferId: rows[0].id, repeated: true }
}

async function refundPosting(db: Connection, input: Refund, paid: Paid): Promise<Posting> {
  const { companyId, transferId, eventKey, createdBy, reason, now } = input
  const left = minus(paid.payer.parts, await returnedBefore(db, transferId))
  const amount = input.amount ?? total(left)
  const parts = amount > 0n ? take(left, amount, [...balanceKinds].reverse()) : undefined
  if (!parts) throw refuse(REFUND_TOO_LARGE)
  const legs = [
    { owner: paid.payee.owner, amount: -amount },
    { owner: paid.payer.owner, amount, balanceKind: parts },
  ]
  const { kind, businessType, businessId, subject } = paid
  const posting = { companyId, kind, businessType, businessId, subject, legs, eventKey, now }
  return { ...posting, tradeType: trade.refund, event: 'refund', reverses: transferId, createdBy, reason }
}

/**
 * Refunds payments of one company in whole or in part to their original balances, in reverse order (CURRENCY-031), all or none.
 * Refuses more than the rest with 701019. Once in a transaction, as `postAll`.
 */
export async function refundAll(db: Connection, inputs: readonly Refund[]): Promise<Posted[]> {
  const [first] = inputs
  if (!first) return []
  const refunds: { readonly input: Refund; readonly paid: Paid }[] = []
  for (const input of inputs) refunds.push({ input, paid: await paidBy(db, input.companyId, input.transferId) })
  const owners = refunds.flatMap(({ paid }) =>
    [paid.payer.owner, paid.payee.owner].map((owner) => ({ owner, kind: paid.kind })),
  )
  // The lock of the accounts excludes a parallel refund.
  await lockAccounts(db, first.companyId, owners, first.now)
  const repeats = new Map<Refund, Posted>()
  const postings: Posting[] = []
  for (const { input, paid } of refunds) {
    const repeat = await repeatOf(db, input)
    if (repeat) repeats.set(input, repeat)
    else postings.push(await refundPosting(db, input, paid))
  }
  const posted = await postAll(db, postings)
  return inputs.map((input) => repeats.get(input) ?? (posted.shift() as Posted))
}

/** The same of one payment. */
export async function refund(db: Connection, input: Refund): Promise<Posted> {
  const [refunded] = await refundAll(db, [input])
  return refunded as Posted
}
