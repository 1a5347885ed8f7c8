/** Members draw, and join by the code of the room. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { POINTS } from '#modules/platform/currency/contract.ts'
import { spend } from '#modules/platform/currency/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { drawnPlace } from '../contract/chances.ts'
import {
  ALREADY_JOINED,
  DAILY_LIMIT,
  NO_DRAWS_LEFT,
  NOT_A_PARTICIPANT,
  NOT_PUBLISHED,
  NOT_QUALIFIED,
  OUTSIDE_TIME,
  PRICE_NOT_AGREED,
} from '../contract/codes.ts'
import type { OwnDraw } from '../contract/drawing.ts'
import { stateOf } from '../contract/fields.ts'
import type { lotteries } from '../contract.ts'
import { partsOfDraw, seedOf } from './chance.ts'
import type { LotteriesDb } from './db.ts'
import { orderOfWin } from './goods-prizes.ts'
import { findLottery, type LotteryRecord, prizesOf } from './lottery-record.ts'
import { type OrderedDraw, withOrders } from './prize-orders.ts'
import { missingQualifications, qualificationsOf } from './qualifications.ts'
import { mayEnter } from './scopes.ts'

type Limits = Pick<LotteryRecord, 'id' | 'companyId' | 'drawsPerMember' | 'paidDraws' | 'drawsPerDay'>

export interface DrawsLeft {
  readonly free: number
  readonly paid: number
  /** Of both together; null: a day has no limit. */
  readonly today: number | null
}

/** How often the member may still draw, in all and on this day of the company. */
export async function drawsLeft(
  db: LotteriesDb,
  { id, companyId, drawsPerMember, paidDraws, drawsPerDay }: Limits,
  memberId: string,
  now: number,
): Promise<DrawsLeft> {
  const dayOf = (instant: RawBuilder<unknown>) =>
    sql`(to_timestamp(${instant} / 1000.0) at time zone ${timeZoneSql(companyId)})::date`
  const { rows } = await sql<{ free: number; paid: number; today: number }>`
    select (count(*) filter (where d.paid_hundredths = 0))::int as free,
      (count(*) filter (where d.paid_hundredths > 0))::int as paid,
      (count(*) filter (where ${dayOf(sql`d.drawn_at`)} = ${dayOf(sql`${now}::bigint`)}))::int as today
    from lotteries.draw d where d.lottery_id = ${id} and d.member_id = ${memberId}`.execute(db)
  const { free = 0, paid = 0, today = 0 } = rows[0] ?? {}
  return {
    free: Math.max(0, drawsPerMember - free),
    paid: Math.max(0, (paidDraws?.perMember ?? 0) - paid),
    today: drawsPerDay === null ? null : Math.max(0, drawsPerDay - today),
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
  p.name as "prizeName", d.is_win as "isWin", d.drawn_at as "drawnAt",
  d.paid_hundredths as "paidHundredths", d.delivered_at as "deliveredAt", d.order_id as "orderId"`
export const drawsSql = sql`lotteries.draw d join lotteries.lottery l on l.id = d.lottery_id
  join lotteries.prize p on p.lottery_id = d.lottery_id and p.place = d.place`

async function findDraw(
  db: LotteriesDb,
  { memberId, companyId }: Caller,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<OwnDraw | undefined> {
  const { rows } = await sql<OrderedDraw<OwnDraw>>`select ${ownDrawSql} from ${drawsSql}
    where d.lottery_id = ${id} and d.member_id = ${memberId} and d.request_key = ${key}
      and d.company_id = ${companyId}`.execute(db)
  return (await withOrders(db, companyId, rows))[0]
}

/** TRAINING-057. */
function assertPublished({ status }: LotteryRecord): void {
  if (status === 'draft') throw refuse(NOT_PUBLISHED)
}

function assertOpen(lottery: LotteryRecord, now: number): void {
  assertPublished(lottery)
  const { opensAt, closesAt } = lottery
  if (stateOf(lottery, now) !== 'open') throw refuse(OUTSIDE_TIME, { opensAt, closesAt })
}

/** What a draw needs that does not change while others draw: attendance, and what the lottery asks for. */
async function assertQualified(db: LotteriesDb, caller: Caller, lottery: LotteryRecord, now: number): Promise<void> {
  const { id, needsAttendance } = lottery
  if (!(await mayEnter(db, caller, lottery))) throw refuse(NOT_A_PARTICIPANT)
  if (needsAttendance && (await findAttendance(db, id, caller.memberId)) === null)
    throw refuse(NOT_QUALIFIED, { missing: [] })
  const missing = await missingQualifications(db, caller, await qualificationsOf(db, id), now)
  if (missing.length > 0) throw refuse(NOT_QUALIFIED, { missing: missing.map(({ kind }) => kind) })
}

type DrawInput = Input<typeof lotteries.draw>['body']

/** What this draw costs, in hundredths of a point: nothing while a free one is left. The lottery is locked. */
async function priceOf(
  db: LotteriesDb,
  { memberId }: Caller,
  lottery: LotteryRecord,
  { agreedHundredths }: DrawInput,
  now: number,
): Promise<number> {
  const left = await drawsLeft(db, lottery, memberId, now)
  if (left.free + left.paid === 0) throw refuse(NO_DRAWS_LEFT)
  if (left.today === 0) throw refuse(DAILY_LIMIT)
  if (left.free > 0) return 0
  const { priceHundredths = 0 } = lottery.paidDraws ?? {}
  if (agreedHundredths !== priceHundredths) throw refuse(PRICE_NOT_AGREED, { priceHundredths })
  return priceHundredths
}

/** Takes the prize on which the draw falls, or the thank-you prize where it is used up. The lottery is locked. */
async function takePrize(db: LotteriesDb, { id }: LotteryRecord, number: number) {
  const prizes = await prizesOf(db, id)
  const left = prizes.map(({ remaining }) => remaining)
  const place = drawnPlace(prizes, left, partsOfDraw(await seedOf(db, id), id, number))
  const prize = prizes[place]
  if (!prize || prize.kind === 'thanks') return { place, isWin: false, goodsId: null }
  await sql`update lotteries.prize set remaining = remaining - 1 where lottery_id = ${id} and place = ${place}`.execute(
    db,
  )
  return { place, isWin: true, goodsId: prize.goodsId }
}

/** Several kinds of things have this number in the ledger; the draw itself says what it was. */
const tradeOfDraws = 12

/** Takes the points of a draw; refused with 71004, and then nothing was drawn. Once for each request. */
async function pay(
  db: LotteriesDb,
  { companyId, memberId }: Caller,
  { id, name }: LotteryRecord,
  { key, hundredths, now }: { readonly key: string; readonly hundredths: number; readonly now: number },
): Promise<void> {
  if (hundredths === 0) return
  await spend(db, {
    ...{ companyId, memberId, kind: POINTS, amount: BigInt(hundredths), tradeType: tradeOfDraws, now },
    ...{ eventKey: `lottery-draw:${id}:${memberId}:${key}`, businessId: id, subject: name },
  })
}

export async function draw(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  input: DrawInput,
  now: number,
): Promise<OwnDraw> {
  const { companyId, memberId } = caller
  const { key } = input
  // Before the lock: who asks again, or must not draw, keeps nobody waiting.
  const made = await findDraw(db, caller, { id, key })
  if (made) return made
  const seen = await findLottery(db, { id, companyId })
  assertOpen(seen, now)
  await assertQualified(db, caller, seen, now)
  const lottery = await findLottery(db, { id, companyId }, { lock: true })
  const madeMeanwhile = await findDraw(db, caller, { id, key })
  if (madeMeanwhile) return madeMeanwhile
  assertOpen(lottery, now)
  const hundredths = await priceOf(db, caller, lottery, input, now)
  const number = lottery.drawsMade + 1
  const { place, isWin, goodsId } = await takePrize(db, lottery, number)
  const drawId = uuid()
  await sql`update lotteries.lottery set draws_made = ${number} where id = ${id}`.execute(db)
  await db
    .insertInto('lotteries.draw')
    .values({
      ...{ id: drawId, lottery_id: id, number, company_id: companyId, member_id: memberId, request_key: key },
      ...{ place, is_win: isWin, drawn_at: now, paid_hundredths: hundredths },
    })
    .execute()
  // Points before the order, as orders that are paid take them.
  await pay(db, caller, lottery, { key, hundredths, now })
  const orderId = await orderOfWin(db, caller, lottery, { goodsId, drawId, now })
  if (orderId !== null) await sql`update lotteries.draw set order_id = ${orderId} where id = ${drawId}`.execute(db)
  return (await findDraw(db, caller, { id, key })) as OwnDraw
}

/** From the publication to the end, so that people can join before the first draw. */
export async function joinLottery(db: LotteriesDb, caller: Caller, id: string, now: number) {
  const { companyId, memberId } = caller
  const lottery = await findLottery(db, { id, companyId })
  assertPublished(lottery)
  const { opensAt, closesAt } = lottery
  if (stateOf(lottery, now) === 'over') throw refuse(OUTSIDE_TIME, { opensAt, closesAt })
  if (!(await mayEnter(db, caller, lottery))) throw refuse(NOT_A_PARTICIPANT)
  const { rows } = await sql`
    insert into lotteries.attendance (lottery_id, member_id, company_id, joined_at)
    values (${id}, ${memberId}, ${companyId}, ${now}) on conflict do nothing returning lottery_id`.execute(db)
  if (rows.length === 0) throw refuse(ALREADY_JOINED)
  return { joinedAt: now }
}
