/** Transfers: the one way in which a balance changes. */
import { sql } from 'kysely'
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
import {
  accountIn,
  availableOf,
  type Book,
  balanceOf,
  hasBalance,
  type OpenAccount,
  type Owner,
  openBook,
  writeBook,
} from './book.ts'
import { currencyTables } from './db.ts'
import { inPot, isCovered, minus, negated, noPots, type PotName, type Pots, plus, potNames, take } from './pots.ts'

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
  /** Giving: set free what a reservation has kept back, and take from that. */
  readonly released?: Pots
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

/** No pot holds more: what may come in at once leaves room below the database's own limit. */
const potMax = 10n ** 18n

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

function partsTaken(account: OpenAccount, leg: Leg): Pots {
  const { pot, released = noPots } = leg
  const available = plus(availableOf(account), released)
  const named = typeof pot === 'string' ? pot : undefined
  const exact = typeof pot === 'object' ? pot : undefined
  const order = named ? [named] : potNames
  const parts = exact ? (isCovered(available, exact) ? exact : undefined) : take(available, -leg.amount, order)
  if (!parts) throw refuse(leg.insufficient ?? insufficientCode(account.kind, named))
  return negated(parts)
}

function partsReceived(leg: Leg): Pots {
  return typeof leg.pot === 'object' ? leg.pot : inPot(leg.pot ?? 'allocated', leg.amount)
}

function applyLeg(account: OpenAccount, leg: Leg): Pots {
  const parts = leg.amount < 0n ? partsTaken(account, leg) : partsReceived(leg)
  account.pots = plus(account.pots, parts)
  account.held = minus(account.held, leg.released ?? noPots)
  if (potNames.some((name) => account.pots[name] > potMax)) throw refuse(ACCOUNT_FULL)
  if (leg.amount > 0n) account.income += leg.amount
  else account.expense -= leg.amount
  account.entryCount += 1n
  account.changed = true
  return parts
}

/** Applies a transfer to the open accounts. What the caller may have got wrong itself is an error, not a refusal. */
function applyPosting(book: Book, transferId: string, posting: Posting): void {
  const { legs, kind, tradeType, now } = posting
  if (legs.reduce((sum, leg) => sum + leg.amount, 0n) !== 0n) throw new Error('the legs of a transfer sum to zero')
  // Who gives comes first: a refusal names what is missing before anything is given.
  const ordered = [...legs].sort((one, other) => Number(one.amount > 0n) - Number(other.amount > 0n))
  for (const leg of ordered) {
    const account = accountIn(book, leg.owner, kind)
    const common = { transferId, account, tradeType, amount: leg.amount, createdAt: now }
    if (!hasBalance(leg.owner)) {
      const parts = inPot('allocated', leg.amount)
      book.entries.push({ ...common, parts, seq: null, balanceAfter: null, incomeAfter: null })
      continue
    }
    const parts = applyLeg(account, leg)
    book.entries.push({
      ...common,
      parts,
      seq: account.entryCount,
      balanceAfter: balanceOf(account),
      incomeAfter: account.income,
    })
  }
}

/** Writes the heads of the transfers; answers the ids of those that are new, by their place. */
async function insertTransfers(db: Connection, postings: readonly Posting[]): Promise<Map<string, Posting>> {
  const wanted = new Map(postings.map((posting) => [uuid(), posting]))
  const rows = [...wanted].map(([id, posting]) => ({
    id,
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
  }))
  // Sorted, so that two batches with the same keys wait for each other in one order.
  const { rows: written } = await sql<{ id: string }>`
    insert into currency.transfer (id, company_id, kind, trade_type, event_key, business_type, business_id, event,
      subject, reason, created_by, reverses, created_at)
    select t.id, t.company_id, t.kind, t.trade_type, t.event_key, t.business_type, t.business_id, t.event, t.subject,
      t.reason, t.created_by, t.reverses, t.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(id uuid, company_id uuid, kind smallint,
      trade_type smallint, event_key text, business_type smallint, business_id text, event text, subject text,
      reason text, created_by uuid, reverses uuid, created_at bigint)
    order by t.event_key, t.id
    on conflict (company_id, event_key) where event_key is not null do nothing
    returning id`.execute(currencyTables(db))
  const ids = new Set(written.map((row) => row.id))
  return new Map([...wanted].filter(([id]) => ids.has(id)))
}

async function postedBefore(db: Connection, companyId: string, eventKeys: readonly string[]) {
  if (eventKeys.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ id: string; event_key: string }>`
    select id, event_key from currency.transfer
    where company_id = ${companyId} and event_key = any(${eventKeys}::text[])`.execute(currencyTables(db))
  return new Map(rows.map((row) => [row.event_key, row.id]))
}

/**
 * Posts transfers of one company, all or none. Needs a transaction, and is called once in it: accounts are locked in a
 * fixed order within a call, so that nobody waits in a circle. `open` is a book that the transaction has opened already.
 */
export async function postAll(db: Connection, postings: readonly Posting[], open?: Book): Promise<Posted[]> {
  const [first] = postings
  if (!first) return []
  const { companyId, now } = first
  const fresh = await insertTransfers(db, postings)
  if (fresh.size > 0) {
    const wanted = [...fresh.values()].flatMap(({ legs, kind }) => legs.map(({ owner }) => ({ owner, kind })))
    const book = open ?? (await openBook(db, companyId, wanted, now))
    for (const [transferId, posting] of fresh) applyPosting(book, transferId, posting)
    await writeBook(db, book)
  }
  const idOf = new Map([...fresh].map(([id, posting]) => [posting, id]))
  const repeated = postings.filter((posting) => !idOf.has(posting))
  const before = await postedBefore(
    db,
    companyId,
    repeated.flatMap(({ eventKey }) => eventKey ?? []),
  )
  return postings.map((posting) => {
    const transferId = idOf.get(posting)
    return transferId === undefined
      ? { transferId: before.get(posting.eventKey ?? '') ?? '', repeated: true }
      : { transferId, repeated: false }
  })
}

/** Posts one transfer. */
export async function post(db: Connection, posting: Posting, open?: Book): Promise<Posted> {
  const [posted] = await postAll(db, [posting], open)
  return posted as Posted
}
