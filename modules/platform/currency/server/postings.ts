/** Transfers: the one way in which a balance changes. */
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
import { type Owner, openBook } from './account-locks.ts'
import { negated, type PotName, type Pots } from './balances.ts'
import { runText } from './db.ts'

/** One side of a transfer. */
export interface Leg {
  readonly owner: Owner
  /** Hundredths; above 0 the account receives, below 0 it gives. Never 0. */
  readonly amount: bigint
  /**
   * Receiving: the pot, `allocated` where nothing is said. Giving: the only pot to take from; without it all three in
   * their order. Or exactly these parts.
   */
  readonly pot?: PotName | Pots
  /** Giving: what is refused with when too little is there. */
  readonly insufficient?: ErrorCode
}

export interface Posting {
  readonly companyId: string
  readonly kind: CurrencyKind
  readonly tradeType: TradeType
  /** They sum to zero, each with an account of its own. */
  readonly legs: readonly Leg[]
  /** The kind of happening: names it where there is no subject. */
  readonly event: string
  /** Moves once only, however often it is asked for. Unique in the company. */
  readonly eventKey?: string
  readonly businessType?: number | null
  readonly businessId?: string | null
  /** What it is for, as people read it. */
  readonly subject?: string
  readonly reason?: string
  /** The member who did it; null: the platform. */
  readonly createdBy: string | null
  readonly reverses?: string
  readonly now: number
}

export interface Posted {
  readonly transferId: string
  /** It had been posted before under the same event key; nothing was moved now. */
  readonly repeated: boolean
}

const potCodes: Readonly<Record<PotName, ErrorCode>> = {
  allocated: ALLOCATED_COINS_INSUFFICIENT,
  reward: REWARD_COINS_INSUFFICIENT,
  subscription: SUBSCRIPTION_COINS_INSUFFICIENT,
}

/** CURRENCY-039 to CURRENCY-044: which code says what there is too little of. */
export function insufficientCode(kind: CurrencyKind, pot: PotName | undefined): ErrorCode {
  if (kind === POINTS) return POINTS_INSUFFICIENT
  return pot === undefined ? COINS_INSUFFICIENT : potCodes[pot]
}

/** A leg as `currency.leg` has it; exact parts are signed like the amount. */
function legRow({ owner, amount, pot }: Leg) {
  const exact = typeof pot === 'object' ? (amount < 0n ? negated(pot) : pot) : undefined
  return {
    owner_kind: owner.kind,
    owner_id: owner.id,
    amount: String(amount),
    pot: typeof pot === 'string' ? pot : null,
    ...(exact && {
      allocated: String(exact.allocated),
      reward: String(exact.reward),
      subscription: String(exact.subscription),
    }),
  }
}

/** What the caller may have got wrong itself is an error, not a refusal. */
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
  /** The place of the leg that cannot be, from 1. */
  refused: number
}

function postedOf({ transfer_id: transferId, outcome, refused }: PostedRow, { legs, kind }: Posting): Posted {
  if (outcome === 'full') throw refuse(ACCOUNT_FULL)
  if (outcome === 'insufficient') {
    const { pot, insufficient } = legs[refused - 1] as Leg
    throw refuse(insufficient ?? insufficientCode(kind, typeof pot === 'string' ? pot : undefined))
  }
  return { transferId, repeated: outcome === 'repeated' }
}

/**
 * Posts transfers of one company in their order, all or none. Needs a transaction, and is called once in it: accounts are
 * locked in a fixed order within a call, so that nobody waits in a circle. The transaction may hold them already.
 */
export async function postAll(db: Connection, postings: readonly Posting[]): Promise<Posted[]> {
  const [first] = postings
  if (!first) return []
  // One transfer locks its own accounts in order; several must lock all of theirs first.
  if (postings.length > 1) {
    const wanted = postings.flatMap(({ legs, kind }) => legs.map(({ owner }) => ({ owner, kind })))
    await openBook(db, first.companyId, wanted, first.now)
  }
  const rows = await runText<PostedRow>(db, postText, [JSON.stringify(postings.map(postingRow))])
  return rows.map((row, index) => postedOf(row, postings[index] as Posting))
}

/** Posts one transfer. */
export async function post(db: Connection, posting: Posting): Promise<Posted> {
  const [posted] = await postAll(db, [posting])
  return posted as Posted
}
