/** Redeeming a card. */
import { sql } from 'kysely'
import { assertNotSelf } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { counterpart, post } from '#modules/platform/currency/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { countInWindow } from '#server/db/rates.ts'
import { inOneTrip } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { cardCodeProblem, normalizeCardCode } from '../contract/card-codes.ts'
import {
  BATCH_PAUSED,
  CARD_EXPIRED,
  CARD_NOT_YET_VALID,
  CARD_UNKNOWN,
  CARD_USED,
  CARD_VOID,
  MEMBER_LIMIT_REACHED,
  TOO_MANY_WRONG_CODES,
} from '../contract/codes.ts'
import {
  type CardState,
  type RedeemedCard,
  type Reward,
  wrongCodesMax,
  wrongCodesWindowMs,
} from '../contract/shapes.ts'
import type { redeem } from '../contract.ts'
import { findCodeKey, hashOfCode } from './code-hashes.ts'
import type { RedeemDb } from './db.ts'

/** Of currency: coins, and the trade type of redeem cards (COMMERCE-076). */
const COIN = 1
const redeemTrade = 14

interface CardRow {
  readonly id: string
  readonly batch_id: string
  readonly last_four: string
  readonly state: CardState
  readonly redeemed_by: string | null
  readonly redeemed_at: number | null
  readonly name: string
  readonly reward_kind: Reward['kind']
  readonly amount: string
  readonly member_max: number
  readonly valid_from: number
  readonly valid_until: number
  readonly is_paused: boolean
  readonly codes_made_by: string | null
}

const columns = sql`c.id, c.batch_id, c.last_four, c.state, c.redeemed_by, c.redeemed_at, b.name, b.reward_kind,
  b.amount::text, b.member_max, b.valid_from, b.valid_until, b.is_paused, b.codes_made_by`

const redeemedOf = (row: CardRow, redeemedAt: number): RedeemedCard => ({
  id: row.id,
  batchName: row.name,
  lastFour: row.last_four,
  reward: { kind: row.reward_kind, amount: row.amount },
  redeemedAt,
})

/** The card of a typed code, locked: of all who send it at once, one goes on and the others find what became of it. */
async function findForRedeeming(
  db: RedeemDb,
  typed: string,
  companyId: string,
  key: Awaited<ReturnType<typeof findCodeKey>>,
): Promise<CardRow | undefined> {
  if (cardCodeProblem(typed) !== undefined || !key) return undefined
  const hash = hashOfCode(key, normalizeCardCode(typed))
  const { rows } = await sql<CardRow>`select ${columns}
    from redeem.card c join redeem.batch b on b.id = c.batch_id
    where c.company_id = ${companyId} and c.code_hash = ${hash} for no key update of c`.execute(db)
  return rows[0]
}

const triesOf = (memberId: string) => `redeem-card:${memberId}`

/**
 * Counts the call as a wrong try until the code proves right. The count of a member is a row, which this transaction keeps
 * until it ends: so the calls of one member follow one another, and neither tries nor the limit of a batch are overrun.
 */
async function getCard(db: RedeemDb, typed: string, { caller, now }: Context): Promise<CardRow> {
  const key = triesOf(caller.memberId)
  const [{ count, endsAt }, codeKey] = await inOneTrip(db, (one) => [
    countInWindow(one, key, wrongCodesWindowMs, now),
    findCodeKey(one, caller.companyId),
  ])
  if (count > wrongCodesMax) throw refuseKeepingWrites(TOO_MANY_WRONG_CODES, { until: endsAt })
  const card = await findForRedeeming(db, typed, caller.companyId, codeKey)
  if (!card) throw refuseKeepingWrites(CARD_UNKNOWN)
  return card
}

/** The code was right: the call was no wrong try. */
const countAsRight = (db: RedeemDb, { caller, now }: Context) =>
  countInWindow(db, triesOf(caller.memberId), wrongCodesWindowMs, now, -1)

async function countRedeemed(db: RedeemDb, card: CardRow, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('redeem.card')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('batch_id', '=', card.batch_id)
    .where('redeemed_by', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function assertRedeemable(card: CardRow, redeemed: number, { caller, now }: Context): void {
  if (card.state === 'redeemed') throw refuse(CARD_USED)
  if (card.state === 'void') throw refuse(CARD_VOID)
  if (now >= card.valid_until) throw refuse(CARD_EXPIRED)
  if (card.is_paused) throw refuse(BATCH_PAUSED)
  if (now < card.valid_from) throw refuse(CARD_NOT_YET_VALID, { validFrom: card.valid_from })
  if (card.codes_made_by !== null) assertNotSelf(caller, [card.codes_made_by])
  if (redeemed >= card.member_max) throw refuse(MEMBER_LIMIT_REACHED, { max: card.member_max })
}

/** What a card gives comes from the company's issuance, once for the card. */
async function giveReward(db: RedeemDb, card: CardRow, { caller, now }: Context): Promise<void> {
  const { companyId, memberId } = caller
  const amount = BigInt(card.amount)
  await post(db, {
    ...{ companyId, kind: COIN, tradeType: redeemTrade, event: 'redeem-card', eventKey: `redeem-card:${card.id}` },
    ...{ businessId: card.id, subject: card.name, createdBy: memberId, now },
    legs: [
      { owner: counterpart('issuance', companyId), amount: -amount },
      { owner: { kind: 'person', id: memberId }, amount },
    ],
  })
}

export async function redeemCard(db: RedeemDb, typed: string, context: Context): Promise<RedeemedCard> {
  const { caller, now } = context
  const card = await getCard(db, typed, context)
  const [redeemed] = await inOneTrip(db, (one) => [
    countRedeemed(one, card, caller.memberId),
    countAsRight(one, context),
  ])
  if (card.redeemed_by === caller.memberId && card.redeemed_at !== null) return redeemedOf(card, card.redeemed_at)
  assertRedeemable(card, redeemed, context)
  await inOneTrip(db, (one) => [
    one
      .updateTable('redeem.card')
      .set({ state: 'redeemed', redeemed_by: caller.memberId, redeemed_at: now })
      .where('id', '=', card.id)
      .execute(),
    giveReward(one, card, context),
  ])
  return redeemedOf(card, now)
}

export async function listOwnCards(db: RedeemDb, query: Input<typeof redeem.ownCards>['query'], { caller }: Context) {
  const matching = sql`from redeem.card c join redeem.batch b on b.id = c.batch_id
    where c.company_id = ${caller.companyId} and c.redeemed_by = ${caller.memberId}`
  const page = await sqlPage<CardRow>(db, query, {
    matching,
    rows: (window) => sql<CardRow>`select ${columns} ${matching} order by c.redeemed_at desc, c.id desc ${window}`,
  })
  return { items: page.items.map((row) => redeemedOf(row, row.redeemed_at ?? 0)), recordCount: page.recordCount }
}
