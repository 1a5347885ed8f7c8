/** What anybody needs to draw everything again. No person is among it. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { provenDrawsMax } from '../contract/drawing.ts'
import { stateOf } from '../contract/fields.ts'
import { seedOf } from './chance.ts'
import type { LotteriesDb } from './db.ts'
import { type LotteryRecord, prizesOf, recordSql } from './lottery-record.ts'

/** A published lottery of any company: who has its address may see it. */
async function findPublished(db: LotteriesDb, id: string): Promise<LotteryRecord & { readonly commitment: string }> {
  const { rows } = await sql<LotteryRecord & { readonly commitment: string }>`
    select ${recordSql} from lotteries.lottery l where l.id = ${id} and l.status <> 'draft'`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function lotteryProof(db: LotteriesDb, id: string, now: number) {
  const lottery = await findPublished(db, id)
  const { name, opensAt, closesAt, commitment, drawsMade, status } = lottery
  const prizes = (await prizesOf(db, id)).map(({ remaining: _, goodsId: __, ...prize }) => prize)
  // Not by the time: only after the status has changed, under the lock that draws take, is no draw made any more.
  const seed = status === 'ended' ? await seedOf(db, id) : null
  return { id, name, state: stateOf(lottery, now), opensAt, closesAt, commitment, seed, drawsMade, prizes }
}

export async function provenDraws(db: LotteriesDb, id: string, after: number) {
  await findPublished(db, id)
  const rows = await db
    .selectFrom('lotteries.draw')
    .select('place')
    .where('lottery_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(provenDrawsMax)
    .execute()
  return { places: rows.map(({ place }) => place) }
}
