/** Members draw, and join by the code of the room. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { consolationPlace, placeOf } from '../contract/chances.ts'
import {
  ALREADY_JOINED,
  DAILY_LIMIT,
  LOTTERY_STATUS,
  NO_DRAWS_LEFT,
  NOT_A_PARTICIPANT,
  NOT_QUALIFIED,
  OUTSIDE_TIME,
} from '../contract/codes.ts'
import type { OwnDraw } from '../contract/drawing.ts'
import { stateOf } from '../contract/fields.ts'
import { partsOfDraw, seedOf } from './chance.ts'
import type { LotteriesDb } from './db.ts'
import { findLottery, type LotteryRecord, prizesOf } from './lottery-record.ts'
import { mayEnter } from './scopes.ts'

type Limits = Pick<LotteryRecord, 'id' | 'companyId' | 'drawsPerMember' | 'drawsPerDay'>

/** How often the member may still draw, in all and on this day of the company; null: a day has no limit. */
export async function drawsLeft(
  db: LotteriesDb,
  { id, companyId, drawsPerMember, drawsPerDay }: Limits,
  memberId: string,
  now: number,
): Promise<{ readonly total: number; readonly today: number | null }> {
  const dayOf = (instant: RawBuilder<unknown>) =>
    sql`(to_timestamp(${instant} / 1000.0) at time zone ${timeZoneSql(companyId)})::date`
  const { rows } = await sql<{ made: number; madeToday: number }>`
    select count(*)::int as made,
      (count(*) filter (where ${dayOf(sql`d.drawn_at`)} = ${dayOf(sql`${now}::bigint`)}))::int as "madeToday"
    from lotteries.draw d where d.lottery_id = ${id} and d.member_id = ${memberId}`.execute(db)
  const { made = 0, madeToday = 0 } = rows[0] ?? {}
  return {
    total: Math.max(0, drawsPerMember - made),
    today: drawsPerDay === null ? null : Math.max(0, drawsPerDay - madeToday),
  }
}

export async function findAttendance(db: LotteriesDb, lotteryId: string, memberId: string): Promise<number | null> {
  const found = await db
    .selectFrom('lotteries.attendance')
    .select('joined_at')
    .where('lottery_id', '=', lotteryId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return found?.joined_at ?? null
}

/** Draws `d` of lotteries `l`, with the prizes `p`, as the member sees them. */
export const ownDrawSql = sql`d.id, d.lottery_id as "lotteryId", l.name as "lotteryName", d.number, d.place,
  p.name as "prizeName", d.is_win as "isWin", d.drawn_at as "drawnAt", d.delivered_at as "deliveredAt"`
export const drawsSql = sql`lotteries.draw d join lotteries.lottery l on l.id = d.lottery_id
  join lotteries.prize p on p.lottery_id = d.lottery_id and p.place = d.place`

async function findDraw(
  db: LotteriesDb,
  { memberId, companyId }: Caller,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<OwnDraw | undefined> {
  const { rows } = await sql<OwnDraw>`select ${ownDrawSql} from ${drawsSql}
    where d.lottery_id = ${id} and d.member_id = ${memberId} and d.request_key = ${key}
      and d.company_id = ${companyId}`.execute(db)
  return rows[0]
}

/** TRAINING-057. */
function assertPublished(lottery: LotteryRecord, action: 'draw' | 'join'): void {
  if (lottery.status === 'draft') throw refuse(LOTTERY_STATUS, { action, status: lottery.status })
}

function assertOpen(lottery: LotteryRecord, now: number): void {
  assertPublished(lottery, 'draw')
  const { opensAt, closesAt } = lottery
  if (stateOf(lottery, now) !== 'open') throw refuse(OUTSIDE_TIME, { opensAt, closesAt })
}

async function assertChance(db: LotteriesDb, { memberId }: Caller, lottery: LotteryRecord, now: number) {
  if (lottery.needsAttendance && (await findAttendance(db, lottery.id, memberId)) === null) throw refuse(NOT_QUALIFIED)
  const left = await drawsLeft(db, lottery, memberId, now)
  if (left.total === 0) throw refuse(NO_DRAWS_LEFT)
  if (left.today === 0) throw refuse(DAILY_LIMIT)
}

/** Takes the prize on which the draw falls, or the thank-you prize where it is used up. The lottery is locked. */
async function takePrize(db: LotteriesDb, { id }: LotteryRecord, number: number) {
  const prizes = await prizesOf(db, id)
  const place = placeOf(prizes, partsOfDraw(await seedOf(db, id), id, number))
  if (prizes[place]?.kind === 'thanks') return { place, isWin: false }
  const { rows } = await sql`update lotteries.prize set remaining = remaining - 1
    where lottery_id = ${id} and place = ${place} and remaining > 0 returning place`.execute(db)
  return rows.length > 0 ? { place, isWin: true } : { place: consolationPlace(prizes), isWin: false }
}

export async function draw(db: LotteriesDb, caller: Caller, id: string, key: string, now: number): Promise<OwnDraw> {
  const { companyId, memberId } = caller
  // Before the lock: who asks again, or must not draw, keeps nobody waiting.
  const made = await findDraw(db, caller, { id, key })
  if (made) return made
  const seen = await findLottery(db, { id, companyId })
  assertOpen(seen, now)
  if (!(await mayEnter(db, caller, seen))) throw refuse(NOT_A_PARTICIPANT)
  const lottery = await findLottery(db, { id, companyId }, { lock: true })
  const madeMeanwhile = await findDraw(db, caller, { id, key })
  if (madeMeanwhile) return madeMeanwhile
  assertOpen(lottery, now)
  await assertChance(db, caller, lottery, now)
  const number = lottery.drawsMade + 1
  const { place, isWin } = await takePrize(db, lottery, number)
  await sql`update lotteries.lottery set draws_made = ${number} where id = ${id}`.execute(db)
  await db
    .insertInto('lotteries.draw')
    .values({
      ...{ id: uuid(), lottery_id: id, number, company_id: companyId, member_id: memberId, request_key: key },
      ...{ place, is_win: isWin, drawn_at: now },
    })
    .execute()
  return (await findDraw(db, caller, { id, key })) as OwnDraw
}

/** From the publication to the end, so that people can join before the first draw. */
export async function joinLottery(db: LotteriesDb, caller: Caller, id: string, now: number) {
  const { companyId, memberId } = caller
  const lottery = await findLottery(db, { id, companyId })
  assertPublished(lottery, 'join')
  const { opensAt, closesAt } = lottery
  if (stateOf(lottery, now) === 'over') throw refuse(OUTSIDE_TIME, { opensAt, closesAt })
  if (!(await mayEnter(db, caller, lottery))) throw refuse(NOT_A_PARTICIPANT)
  const { rows } = await sql`
    insert into lotteries.attendance (lottery_id, member_id, company_id, joined_at)
    values (${id}, ${memberId}, ${companyId}, ${now}) on conflict do nothing returning lottery_id`.execute(db)
  if (rows.length === 0) throw refuse(ALREADY_JOINED)
  return { joinedAt: now }
}
