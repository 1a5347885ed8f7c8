/** Spending and refunds, for the modules that sell something. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type CurrencyKind, REFUND_TOO_LARGE, type TradeType, trade } from '../contract/shapes.ts'
import { counterpart, type Owner, openBook } from './account-locks.ts'
import { minus, type PotName, type Pots, potNames, take, total } from './balances.ts'
import { currencyTables } from './db.ts'
import { type Posted, post } from './postings.ts'

export interface Spending {
  readonly companyId: string
  readonly memberId: string
  readonly kind: CurrencyKind
  /** Hundredths above 0. */
  readonly amount: bigint
  /** Only from this pot; without it all three in their order. */
  readonly pot?: PotName
  /** What is bought: 6 member card, 7 course, 8 subject, 11 class, 12 several, 14 redeem card, 17 online course, 19 live. */
  readonly tradeType: TradeType
  /** Unique for the purchase: `order:{id}`. */
  readonly eventKey: string
  readonly businessType?: number
  readonly businessId: string
  /** What was bought, as its buyer reads it. */
  readonly subject: string
  /** Who is paid, and into which pot; the company's expense account where nobody is. */
  readonly payee?: { readonly owner: Owner; readonly pot: PotName }
  readonly now: number
}

/** Takes an amount from a member's account. Refuses with 71004, 2000103 or the code of the pot where there is too little. */
export async function spend(db: Connection, spending: Spending): Promise<Posted> {
  const { memberId, companyId, amount, pot, payee, ...rest } = spending
  const to = payee ? { owner: payee.owner, pot: payee.pot } : { owner: counterpart('expense', companyId) }
  const legs = [
    { owner: { kind: 'person', id: memberId } as const, amount: -amount, pot },
    { ...to, amount },
  ]
  return post(db, { ...rest, companyId, legs, event: 'purchase', createdBy: memberId })
}

export interface Refund {
  readonly companyId: string
  /** The transfer that took the amount. */
  readonly transferId: string
  /** Hundredths; all that is left of it where nothing is said. */
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
  readonly payer: { readonly owner: Owner; readonly parts: Pots }
  readonly payee: { readonly owner: Owner; readonly parts: Pots }
}

function sideOf(row: PaidSide, sign: bigint) {
  const [allocated, reward, subscription] = potNames.map((name) => BigInt(row[name]) * sign) as [bigint, bigint, bigint]
  return { owner: { kind: row.owner_kind, id: row.owner_id }, parts: { allocated, reward, subscription } }
}

/** What was paid, by whom and to whom. Distributions have many receivers, and are not refunded. */
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

/** What earlier refunds have returned to the payer, by pot. Read under the lock of the payer's account. */
async function returnedBefore(db: Connection, transferId: string): Promise<Pots> {
  const { rows } = await sql<{ allocated: string; reward: string; subscription: string }>`
    select coalesce(sum(e.allocated), 0)::text as allocated, coalesce(sum(e.reward), 0)::text as reward,
      coalesce(sum(e.subscription), 0)::text as subscription
    from currency.transfer r join currency.entry e on e.transfer_id = r.id
    where r.reverses = ${transferId} and e.amount > 0`.execute(currencyTables(db))
  const [row] = rows as [{ allocated: string; reward: string; subscription: string }]
  return { allocated: BigInt(row.allocated), reward: BigInt(row.reward), subscription: BigInt(row.subscription) }
}

/**
 * Returns what was paid, in whole or in part, to the pots it came from: the last one taken from first (CURRENCY-031).
 * More than is left of it is refused with 701019.
 */
export async function refund(db: Connection, wish: Refund): Promise<Posted> {
  const { companyId, transferId, eventKey, now } = wish
  const paid = await paidBy(db, companyId, transferId)
  const owners = [paid.payer.owner, paid.payee.owner].map((owner) => ({ owner, kind: paid.kind }))
  // Under the lock of the accounts nobody else refunds it.
  await openBook(db, companyId, owners, now)
  const before = await sql<{ id: string }>`select id from currency.transfer
    where company_id = ${companyId} and event_key = ${eventKey}`.execute(currencyTables(db))
  if (before.rows[0]) return { transferId: before.rows[0].id, repeated: true }
  const left = minus(paid.payer.parts, await returnedBefore(db, transferId))
  const amount = wish.amount ?? total(left)
  const parts = amount > 0n ? take(left, amount, [...potNames].reverse()) : undefined
  if (!parts) throw refuse(REFUND_TOO_LARGE)
  const legs = [
    { owner: paid.payee.owner, amount: -amount },
    { owner: paid.payer.owner, amount, pot: parts },
  ]
  const { kind, businessType, businessId, subject } = paid
  const posting = { companyId, kind, businessType, businessId, subject, legs, eventKey, now }
  const { createdBy, reason } = wish
  return post(db, { ...posting, tradeType: trade.refund, event: 'refund', reverses: transferId, createdBy, reason })
}
