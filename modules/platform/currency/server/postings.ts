/** Transfers: the only way to change a balance. */
import { v7 as uuid } from 'uuid'
import { type ErrorCode, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import {
  ACCOUNT_FULL,
  ALLOCATED_COINS_INSUFFICIENT,
  COINS_INSUFFICIENT,
  type CurrencyKind,
  POINTS,
  POINTS_INSUFFICIENT,
  REWARD_COINS_INSUFFICIENT,
  SUBSCRIPTION_COINS_INSUFFICIENT,
  type TradeType,
} from '../contract/shapes.ts'
import { lockAccounts, type Owner } from './account-locks.ts'
import { type BalanceKind, type Balances, negated } from './balances.ts'
import { runText } from './db.ts'

/** One side of a transfer. */
export interface Leg {
  readonly owner: Owner
  /** Hundredths; above 0 the account receives, below 0 it pays. Never 0. */
  readonly amount: bigint
  /**
   * For a recipient: the balance, by default `allocated`. For a payer: the only balance to take from, by default all
   * three in order. Or the exact parts.
   */
  readonly balanceKind?: BalanceKind | Balances
  /** The error code if the payer has too little. */
  readonly insufficient?: ErrorCode
}

export interface Posting {
  readonly companyId: string
  readonly kind: CurrencyKind
  readonly tradeType: TradeType
  /** The legs sum to zero and have different accounts. */
  readonly legs: readonly Leg[]
  /** The kind of event, which names the transfer if it has no subject. */
  readonly event: string
  /** A repeated posting with this key moves nothing. Unique in the company. */
  readonly eventKey?: string
  readonly businessType?: number | null
  readonly businessId?: string | null
  /** The purpose for readers. */
  readonly subject?: string
  readonly reason?: string
  /** The acting member; null: the platform. */
  readonly createdBy: string | null
  readonly reverses?: string
  readonly now: number
}

export interface Posted {
  readonly transferId: string
  /** Whether an earlier posting had the same event key, so this one moved nothing. */
  readonly repeated: boolean
}

const shortageCodes: Readonly<Record<BalanceKind, ErrorCode>> = {
  allocated: ALLOCATED_COINS_INSUFFICIENT,
  reward: REWARD_COINS_INSUFFICIENT,
  subscription: SUBSCRIPTION_COINS_INSUFFICIENT,
}

/** The error code of each shortage (CURRENCY-039 to CURRENCY-044). */
export function insufficientCode(kind: CurrencyKind, balanceKind: BalanceKind | undefined): ErrorCode {
  if (kind === POINTS) return POINTS_INSUFFICIENT
  return balanceKind === undefined ? COINS_INSUFFICIENT : shortageCodes[balanceKind]
}

/** A leg as `currency.leg` has it; exact parts are signed like the amount. */
function legRow({ owner, amount, balanceKind }: Leg) {
  const exact = typeof balanceKind === 'object' ? (amount < 0n ? negated(balanceKind) : balanceKind) : undefined
  return {
    owner_kind: owner.kind,
    owner_id: owner.id,
    amount: String(amount),
    pot: typeof balanceKind === 'string' ? balanceKind : null,
    ...(exact && {
      allocated: String(exact.allocated),
      reward: String(exact.reward),
      subscription: String(exact.subscription),
    }),
  }
}

/** A mistake of the calling code is an error, not a refusal. */
function postingRow(posting: Posting) {
  const { legs } = posting
  if (legs.reduce((sum, leg) => sum + leg.amount, 0n) !== 0n) throw new Error('the legs of a transfer sum to zero')
  const head = {
    id: uuid(),
    company_id: posting.companyId,
    kind: posting.kind,
    trade_type: posting.tradeType,
    event_key: posting.eventKey ?? null,
    business_type: posting.businessType ?? null,
    business_id: posting.businessId ?? null,
    event: posting.event,
    subject: posting.subject ?? '',
    reason: posting.reason ?? '',
    created_by: posting.createdBy,
    reverses: posting.reverses ?? null,
    created_at: posting.now,
  }
  return { head, legs: legs.map(legRow) }
}

const postText = `
  select p.transfer_id, p.outcome, p.refused
  from jsonb_array_elements($1::jsonb) with ordinality as w(posting, place)
  cross join lateral currency.post(w.posting -> 'head', w.posting -> 'legs') p
  order by w.place`

interface PostedRow {
  transfer_id: string
  outcome: 'posted' | 'repeated' | 'insufficient' | 'full'
  /** The number of the refused leg, from 1. */
  refused: number
}

function postedOf({ transfer_id: transferId, outcome, refused }: PostedRow, { legs, kind }: Posting): Posted {
  if (outcome === 'full') throw refuse(ACCOUNT_FULL)
  if (outcome === 'insufficient') {
    const { balanceKind, insufficient } = legs[refused - 1] as Leg
    throw refuse(insufficient ?? insufficientCode(kind, typeof balanceKind === 'string' ? balanceKind : undefined))
  }
  return { transferId, repeated: outcome === 'repeated' }
}

/**
 * Posts transfers of one company in order, all or none. Call it once per transaction, because only a single call locks
 * its accounts in a fixed order without deadlocks. The transaction may already hold the locks.
 */
export async function postAll(db: Connection, postings: readonly Posting[]): Promise<Posted[]> {
  const [first] = postings
  if (!first) return []
  // A single transfer locks its own accounts in order; several must first lock all accounts.
  if (postings.length > 1) {
    const wanted = postings.flatMap(({ legs, kind }) => legs.map(({ owner }) => ({ owner, kind })))
    await lockAccounts(db, first.companyId, wanted, first.now)
  }
  const rows = await runText<PostedRow>(db, postText, [JSON.stringify(postings.map(postingRow))])
  return rows.map((row, index) => postedOf(row, postings[index] as Posting))
}

/** Posts one transfer. */
export async function post(db: Connection, posting: Posting): Promise<Posted> {
  const [posted] = await postAll(db, [posting])
  return posted as Posted
}
