/**
 * Two-phase spending: an amount is reserved while a purchase is pending, then posted in whole or in part, or released.
 * It stays in the balance, but no other spending can use it. Only a posting makes entries.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type CurrencyKind, RESERVATION_DECIDED, type TradeType } from '../contract/shapes.ts'
import {
  availableOf,
  counterpart,
  type LockedAccounts,
  lockAccounts,
  lockedAccount,
  type Owner,
  setReserved,
} from './account-locks.ts'
import { type BalanceKind, type Balances, balanceKinds, minus, plus, take } from './balances.ts'
import { currencyTables } from './db.ts'
import { insufficientCode, type Posted, post } from './postings.ts'

export interface ReservationInput {
  readonly companyId: string
  readonly memberId: string
  readonly kind: CurrencyKind
  /** Hundredths above 0. */
  readonly amount: bigint
  readonly balanceKind?: BalanceKind
  readonly tradeType: TradeType
  /** Unique for the purchase. */
  readonly eventKey: string
  readonly businessType?: number
  readonly businessId: string
  readonly subject: string
  /** The time of the automatic release, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly now: number
}

interface Reservation {
  readonly id: string
  readonly state: 'pending' | 'posted' | 'void' | 'lapsed'
  readonly owner: Owner
  readonly kind: CurrencyKind
  readonly amount: bigint
  readonly parts: Balances
  readonly tradeType: TradeType
  readonly eventKey: string
  readonly businessType: number | null
  readonly businessId: string | null
  readonly subject: string
  readonly transferId: string | null
}

interface ReservationRow {
  id: string
  state: Reservation['state']
  owner_id: string
  kind: CurrencyKind
  amount: string
  allocated: string
  reward: string
  subscription: string
  trade_type: TradeType
  event_key: string
  business_type: number | null
  business_id: string | null
  subject: string
  transfer_id: string | null
}

/** Reserves an amount; a repeated event key returns the first reservation. */
export async function reserve(db: Connection, input: ReservationInput): Promise<{ readonly reservationId: string }> {
  const { companyId, kind, amount, balanceKind, eventKey, now } = input
  const owner = { kind: 'person', id: input.memberId } as const
  const accounts = await lockAccounts(db, companyId, [{ owner, kind }], now)
  const before = await currencyTables(db)
    .selectFrom('currency.reservation')
    .select('id')
    .where('company_id', '=', companyId)
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
  if (before) return { reservationId: before.id }
  const account = lockedAccount(accounts, owner, kind)
  const parts = take(availableOf(account), amount, balanceKind ? [balanceKind] : balanceKinds)
  if (!parts) throw refuse(insufficientCode(kind, balanceKind))
  const id = uuid()
  await sql`insert into currency.reservation (id, company_id, account_id, amount, allocated, reward, subscription,
      trade_type, event_key, business_type, business_id, subject, created_by, created_at, expires_at)
    values (${id}, ${companyId}, ${account.id}, ${String(amount)}, ${String(parts.allocated)}, ${String(parts.reward)},
      ${String(parts.subscription)}, ${input.tradeType}, ${eventKey}, ${input.businessType ?? null}, ${input.businessId},
      ${input.subject}, ${input.memberId}, ${now}, ${input.expiresAt})`.execute(currencyTables(db))
  await setReserved(db, account, plus(account.reserved, parts))
  return { reservationId: id }
}

async function read(db: Connection, companyId: string, id: string): Promise<Reservation> {
  const { rows } = await sql<ReservationRow>`
    select r.id, r.state, a.owner_id, a.kind, r.amount::text, r.allocated::text, r.reward::text, r.subscription::text,
      r.trade_type, r.event_key, r.business_type, r.business_id, r.subject, r.transfer_id
    from currency.reservation r join currency.account a on a.id = r.account_id
    where r.id = ${id} and r.company_id = ${companyId}`.execute(currencyTables(db))
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return {
    id: row.id,
    state: row.state,
    owner: { kind: 'person', id: row.owner_id },
    kind: row.kind,
    amount: BigInt(row.amount),
    parts: {
      allocated: BigInt(row.allocated),
      reward: BigInt(row.reward),
      subscription: BigInt(row.subscription),
    },
    tradeType: row.trade_type,
    eventKey: row.event_key,
    businessType: row.business_type,
    businessId: row.business_id,
    subject: row.subject,
    transferId: row.transfer_id,
  }
}

/** Reads the reservation under the lock of its account, so a parallel decision is visible. */
async function openReservation(
  db: Connection,
  { companyId, reservationId, now }: Decision,
  others: readonly Owner[],
): Promise<{ accounts: LockedAccounts; reservation: Reservation }> {
  const { owner, kind } = await read(db, companyId, reservationId)
  const accounts = await lockAccounts(
    db,
    companyId,
    [owner, ...others].map((one) => ({ owner: one, kind })),
    now,
  )
  return { accounts, reservation: await read(db, companyId, reservationId) }
}

async function decide(
  db: Connection,
  id: string,
  state: Exclude<Reservation['state'], 'pending'>,
  transferId: string | null,
  now: number,
): Promise<void> {
  await currencyTables(db)
    .updateTable('currency.reservation')
    .set({ state, transfer_id: transferId, decided_at: now })
    .where('id', '=', id)
    .execute()
}

export interface Decision {
  readonly companyId: string
  readonly reservationId: string
  readonly now: number
}

/**
 * Posts a reservation, by default its full amount; the rest is released. A repeated call returns the first transfer; a
 * released reservation is refused with 701018.
 */
export async function settle(
  db: Connection,
  decision: Decision & {
    readonly amount?: bigint
    readonly payee?: { readonly owner: Owner; readonly balanceKind: BalanceKind }
    /** Null where the payee must not read who pays; the payer where nothing is said. */
    readonly createdBy?: string | null
  },
): Promise<Posted> {
  const { companyId, reservationId, payee, now } = decision
  const to = payee
    ? { owner: payee.owner, balanceKind: payee.balanceKind }
    : { owner: counterpart('expense', companyId) }
  const { accounts, reservation } = await openReservation(db, decision, [to.owner])
  if (reservation.state === 'posted') return { transferId: reservation.transferId ?? '', repeated: true }
  if (reservation.state !== 'pending') throw refuse(RESERVATION_DECIDED)
  const amount = decision.amount ?? reservation.amount
  const parts = take(reservation.parts, amount)
  if (!parts || amount <= 0n) throw new Error('a reservation is settled with more than nothing and at most its amount')
  const { kind, tradeType, businessType, businessId, subject, owner } = reservation
  const posting = { companyId, kind, tradeType, businessType, businessId, subject, now }
  const legs = [
    { owner, amount: -amount, balanceKind: parts },
    { ...to, amount },
  ]
  const account = lockedAccount(accounts, owner, kind)
  await setReserved(db, account, minus(account.reserved, reservation.parts))
  const eventKey = `reservation:${reservationId}`
  const { createdBy = owner.id } = decision
  const posted = await post(db, { ...posting, legs, event: 'purchase', eventKey, createdBy })
  await decide(db, reservationId, 'posted', posted.transferId, now)
  return posted
}

/** Releases a reservation. A repeated call changes nothing; a posted reservation is refused with 701018. */
export async function voidReservation(
  db: Connection,
  decision: Decision,
  state: 'void' | 'lapsed' = 'void',
): Promise<void> {
  const { accounts, reservation } = await openReservation(db, decision, [])
  if (reservation.state === 'posted') throw refuse(RESERVATION_DECIDED)
  if (reservation.state !== 'pending') return
  const account = lockedAccount(accounts, reservation.owner, reservation.kind)
  await setReserved(db, account, minus(account.reserved, reservation.parts))
  await decide(db, decision.reservationId, state, null, decision.now)
}

/** A batch of expired reservations, oldest first. */
export async function expiredReservations(
  db: Connection,
  now: number,
): Promise<readonly { readonly id: string; readonly companyId: string }[]> {
  return currencyTables(db)
    .selectFrom('currency.reservation')
    .select(['id', 'company_id as companyId'])
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(200)
    .execute()
}
