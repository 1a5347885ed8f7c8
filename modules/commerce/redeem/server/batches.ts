/** Batches of cards as administrators see and make them. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { FACE_VALUE_ABOVE_LIMIT, NOTHING_TO_VOID, QUANTITY_ABOVE_LIMIT, VALIDITY_WRONG } from '../contract/codes.ts'
import { type Batch, type BatchState, faceValueMax, quantityMax, type Reward } from '../contract/shapes.ts'
import type { redeem } from '../contract.ts'
import type { RedeemDb } from './db.ts'

interface BatchRow {
  readonly id: string
  readonly name: string
  readonly reward_kind: Reward['kind']
  readonly amount: string
  readonly quantity: number
  readonly member_max: number
  readonly valid_from: number
  readonly valid_until: number
  readonly is_paused: boolean
  readonly codes_made_at: number | null
  readonly created_at: number
  readonly state: BatchState
  readonly made_count: number
  readonly redeemed_count: number
  readonly void_count: number
  readonly created_by_name: string | null
}

/** The state of a batch, `b`, at a moment. */
const stateSql = (now: number): RawBuilder<BatchState> => sql<BatchState>`case
  when b.codes_made_at is null then 'new' when b.valid_until <= ${now}::bigint then 'ended'
  when b.is_paused then 'paused' when b.valid_from > ${now}::bigint then 'upcoming' else 'active' end`

const itemOf = (row: BatchRow): Batch => ({
  id: row.id,
  name: row.name,
  reward: { kind: row.reward_kind, amount: row.amount },
  quantity: row.quantity,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  memberMax: row.member_max,
  state: row.state,
  isPaused: row.is_paused,
  codesMadeAt: row.codes_made_at,
  madeCount: row.made_count,
  redeemedCount: row.redeemed_count,
  voidCount: row.void_count,
  createdByName: row.created_by_name ?? '',
  createdAt: row.created_at,
})

/** The batches that `from … where …` finds, as `b`, with their counts: those of one page, not of all that match. */
const batchesSql = (found: RawBuilder<unknown>, { caller, now }: Context) => sql<BatchRow>`
  select b.id, b.name, b.reward_kind, b.amount::text, b.quantity, b.member_max, b.valid_from, b.valid_until,
    b.is_paused, b.codes_made_at, b.created_at, ${stateSql(now)} as state, d.full_name as created_by_name,
    c.made_count, c.redeemed_count, c.void_count
  from (select b.* ${found}) b left join ${directorySql(caller.companyId)} d on d.id = b.created_by
  cross join lateral (select count(*)::int as made_count,
      count(*) filter (where state = 'redeemed')::int as redeemed_count,
      count(*) filter (where state = 'void')::int as void_count
    from redeem.card where batch_id = b.id) c
  order by b.created_at desc, b.id desc`

export async function listBatches(db: RedeemDb, query: Input<typeof redeem.batches>['query'], context: Context) {
  const { caller, now } = context
  const { search, state } = query
  const matching = sql`from redeem.batch b where b.company_id = ${caller.companyId}
    and ${containsSql(sql`b.name`, search)} and ${given(state, (one) => sql`${stateSql(now)} = ${one}`)}`
  const page = await sqlPage<BatchRow>(db, query, {
    matching,
    rows: (window) => batchesSql(sql`${matching} order by b.created_at desc, b.id desc ${window}`, context),
  })
  return { items: page.items.map(itemOf), recordCount: page.recordCount }
}

export async function getBatch(db: RedeemDb, id: string, context: Context): Promise<Batch> {
  const found = sql`from redeem.batch b where b.company_id = ${context.caller.companyId} and b.id = ${id}`
  const { rows } = await batchesSql(found, context).execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return itemOf(row)
}

export async function createBatch(db: RedeemDb, input: Input<typeof redeem.createBatch>['body'], context: Context) {
  const { caller, now, audit } = context
  const { name, reward, quantity, validFrom, validUntil, memberMax } = input
  if (quantity > quantityMax) throw refuse(QUANTITY_ABOVE_LIMIT, { max: quantityMax })
  if (BigInt(reward.amount) > faceValueMax) throw refuse(FACE_VALUE_ABOVE_LIMIT, { max: String(faceValueMax) })
  if (validUntil <= validFrom || validUntil <= now) throw refuse(VALIDITY_WRONG)
  await assertClean(db, caller.companyId, { name })
  const id = uuid()
  await db
    .insertInto('redeem.batch')
    .values({
      ...{ id, company_id: caller.companyId, name, reward_kind: reward.kind, amount: Number(reward.amount), quantity },
      ...{ member_max: memberMax, valid_from: validFrom, valid_until: validUntil },
      ...{ created_by: caller.memberId, created_at: now },
    })
    .execute()
  audit({ type: 'redeem-batch', id, name, after: { ...input } })
  return { id }
}

/** The batch, so that nobody else makes its codes or voids its cards at the same time. */
export async function lockBatch(db: RedeemDb, id: string, { caller }: Context) {
  const batch = await db
    .selectFrom('redeem.batch')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!batch) throw refuse(NOT_FOUND)
  return batch
}

export async function setBatchPaused(db: RedeemDb, id: string, isPaused: boolean, context: Context) {
  const batch = await lockBatch(db, id, context)
  if (batch.is_paused === isPaused) return {}
  await db.updateTable('redeem.batch').set({ is_paused: isPaused }).where('id', '=', id).execute()
  context.audit({
    ...{ type: 'redeem-batch', id, name: batch.name },
    ...{ before: { isPaused: batch.is_paused }, after: { isPaused } },
  })
  return {}
}

export async function voidBatch(db: RedeemDb, id: string, reason: string, context: Context) {
  const { caller, now, audit } = context
  const batch = await lockBatch(db, id, context)
  const { numUpdatedRows } = await db
    .updateTable('redeem.card')
    .set({ state: 'void', voided_by: caller.memberId, voided_at: now, void_reason: reason.trim() })
    .where('batch_id', '=', id)
    .where('state', '=', 'unused')
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count === 0) throw refuse(NOTHING_TO_VOID)
  audit({ type: 'redeem-batch', id, name: batch.name, after: { voidCount: count, reason } })
  return { count }
}
