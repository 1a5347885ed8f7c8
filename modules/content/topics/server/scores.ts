/** Scores: once a member and item. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { ALREADY_SCORED, SCORING_CLOSED } from '../contract/codes.ts'
import { SCORE_MAX, type ScoreFigures } from '../contract/scores.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import { addFigures, averageOf } from './figures.ts'
import { getItem, type ItemKind, type ItemRef } from './kinds.ts'

async function figuresOf(db: TopicsDb, caller: Caller, ref: ItemRef, mayScore: boolean): Promise<ScoreFigures> {
  const ofItem = db
    .selectFrom('topics.score')
    .where('company_id', '=', caller.companyId)
    .where('business_type', '=', ref.businessType)
    .where('business_id', '=', ref.businessId)
  const counts = await ofItem
    .select((e) => ['stars', e.fn.countAll<number>().as('count')])
    .groupBy('stars')
    .execute()
  const own = await ofItem.select('stars').where('member_id', '=', caller.memberId).executeTakeFirst()
  const distribution = Array.from({ length: SCORE_MAX }, (_, index) => {
    return counts.find(({ stars }) => stars === index + 1)?.count ?? 0
  })
  const scoreCount = distribution.reduce((sum, count) => sum + count, 0)
  const sum = distribution.reduce((total, count, index) => total + count * (index + 1), 0)
  return {
    score: own?.stars ?? null,
    avgScore: averageOf(sum, scoreCount),
    scoreCount,
    distribution,
    mayScore: mayScore && own === undefined,
  }
}

const mayScore = async (kind: ItemKind, db: TopicsDb, caller: Caller, id: string) =>
  kind.mayScore === undefined || (await kind.mayScore(db, caller, id))

/** The caller's own score of an item, the average, and how the scores are spread. */
export async function findScore(connection: Connection, caller: Caller, ref: ItemRef): Promise<ScoreFigures> {
  const db = topicsTables(connection)
  const { kind } = await getItem(db, caller, ref)
  return figuresOf(db, caller, ref, await mayScore(kind, db, caller, ref.businessId))
}

/** Scores an item with one to five stars; a second time is refused with 40208. */
export async function giveScore(
  connection: Connection,
  caller: Caller,
  { businessType, businessId, score }: ItemRef & { readonly score: number },
  now: number,
): Promise<ScoreFigures> {
  const db = topicsTables(connection)
  const ref = { businessType, businessId }
  const { kind } = await getItem(db, caller, ref)
  if (!(await mayScore(kind, db, caller, businessId))) throw refuse(SCORING_CLOSED)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('topics.score')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      business_type: businessType,
      business_id: businessId,
      member_id: caller.memberId,
      stars: score,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'business_type', 'business_id', 'member_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw refuse(ALREADY_SCORED)
  await addFigures(db, caller.companyId, ref, { scores: 1, stars: score })
  return figuresOf(db, caller, ref, false)
}
