/** Lotteries as members see them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { POINTS } from '#modules/platform/currency/contract.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { NOT_A_PARTICIPANT } from '../contract/codes.ts'
import type { LotteryDetails, LotteryListItem, OwnDraw } from '../contract/drawing.ts'
import { companyScope, type LotteryStatus, stateOf } from '../contract/fields.ts'
import type { lotteries } from '../contract.ts'
import type { LotteriesDb } from './db.ts'
import { type DrawsLeft, drawsLeft, drawsSql, findAttendance, ownDrawSql } from './drawing.ts'
import { pictured } from './goods-prizes.ts'
import { findLottery, type LotteryRecord, prizesOf } from './lottery-record.ts'
import { type OrderedDraw, withOrders } from './prize-orders.ts'
import { missingQualifications, namedQualifications, qualificationsOf } from './qualifications.ts'
import { audienceIncludesSql, mayEnter, mayManage, mayManageScope } from './scopes.ts'

/** Of the lottery `l`: how many prizes there were, and how many are left. */
export const stockSql = sql`coalesce((select sum(p.stock)::int from lotteries.prize p where p.lottery_id = l.id), 0) as stock,
  coalesce((select sum(p.remaining)::int from lotteries.prize p where p.lottery_id = l.id), 0) as remaining`

interface ListRow extends Omit<LotteryListItem, 'state'> {
  readonly status: LotteryStatus
}

export async function listLotteries(
  db: LotteriesDb,
  caller: Caller,
  { scopeKind = companyScope, scopeId = caller.companyId, ...paging }: Input<typeof lotteries.lotteries>['query'],
  now: number,
) {
  const { companyId, memberId, organizationId } = caller
  const scope = { scopeKind, scopeId, companyId, organizationId, authorId: '', organizationIds: [] }
  const isSeen = (await mayEnter(db, caller, scope)) || (await mayManageScope(db, caller, scope))
  if (!isSeen) return { items: [], recordCount: 0 }
  const matching = sql`from lotteries.lottery l
    where l.company_id = ${companyId} and l.scope_id = ${scopeId} and l.scope_kind = ${scopeKind}
      and l.status <> 'draft' and ${scopeKind === companyScope ? audienceIncludesSql(caller) : sql`true`}`
  const page = await sqlPage<ListRow>(db, paging, {
    matching,
    rows: (window) => sql<ListRow>`
      select l.id, l.name, l.status, l.opens_at as "opensAt", l.closes_at as "closesAt",
        l.draw_price_hundredths as "drawPriceHundredths", ${stockSql},
        greatest(0, l.draws_per_member - (select count(*)::int from lotteries.draw d
          where d.lottery_id = l.id and d.member_id = ${memberId} and d.paid_hundredths = 0)) as "drawsLeft"
      ${matching} order by l.closes_at desc, l.id desc ${window}`,
  })
  const items = page.items.map(({ status, ...row }) => ({ ...row, state: stateOf({ ...row, status }, now) }))
  return { items, recordCount: page.recordCount }
}

interface Chances {
  readonly isParticipant: boolean
  readonly joinedAt: number | null
  readonly isQualified: boolean
  readonly left: DrawsLeft
  readonly isShort: boolean
}

function obstacleOf(lottery: LotteryRecord, chances: Chances, now: number): LotteryDetails['obstacle'] {
  const { isParticipant, joinedAt, isQualified, left, isShort } = chances
  const state = stateOf(lottery, now)
  if (state !== 'open') return state
  if (!isParticipant) return 'not-participant'
  if (lottery.needsAttendance && joinedAt === null) return 'not-joined'
  if (!isQualified) return 'not-qualified'
  if (left.free + left.paid === 0) return 'none-left'
  if (left.today === 0) return 'none-today'
  return left.free === 0 && isShort ? 'too-few-points' : null
}

/** Draws for points, with what the member has of them. */
async function shownPaidDraws(
  db: LotteriesDb,
  { companyId, memberId }: Caller,
  { paidDraws }: LotteryRecord,
  left: DrawsLeft,
): Promise<LotteryDetails['paidDraws']> {
  if (paidDraws === null) return null
  const { totalAmount, reserved } = await balanceOf(db, companyId, { kind: 'person', id: memberId }, POINTS)
  return { ...paidDraws, left: left.paid, balance: String(BigInt(totalAmount) - BigInt(reserved)) }
}

export async function getLottery(
  db: LotteriesDb,
  id: string,
  { caller, language, now }: Pick<Context, 'caller' | 'language' | 'now'>,
): Promise<LotteryDetails> {
  const { companyId, memberId } = caller
  const lottery = await findLottery(db, { id, companyId })
  const isRun = await mayManage(db, caller, lottery)
  const isParticipant = await mayEnter(db, caller, lottery)
  if (!isRun && lottery.status === 'draft') throw refuse(NOT_FOUND)
  if (!isRun && !isParticipant) throw refuse(NOT_A_PARTICIPANT)
  const joinedAt = await findAttendance(db, id, memberId)
  const left = await drawsLeft(db, lottery, memberId, now)
  const paidDraws = await shownPaidDraws(db, caller, lottery, left)
  const wanted = await qualificationsOf(db, id)
  const missing = await missingQualifications(db, caller, wanted, now)
  const named = await namedQualifications(db, companyId, wanted, language)
  const isShort = paidDraws !== null && BigInt(paidDraws.balance) < BigInt(paidDraws.priceHundredths)
  const { name, description, opensAt, closesAt, drawsPerMember, drawsPerDay, needsAttendance, commitment } = lottery
  return {
    ...{ id, name, description, opensAt, closesAt, drawsPerMember, drawsPerDay, needsAttendance, commitment },
    ...{ state: stateOf(lottery, now), joinedAt, isRun, paidDraws },
    prizes: await pictured(db, companyId, await prizesOf(db, id)),
    ...{ drawsLeft: left.free, drawsLeftToday: left.today },
    qualifications: named.map((one, at) => ({
      ...one,
      isFulfilled: !missing.includes(wanted[at] as (typeof wanted)[0]),
    })),
    obstacle: obstacleOf(lottery, { isParticipant, joinedAt, isQualified: missing.length === 0, left, isShort }, now),
  }
}

export async function ownDraws(
  db: LotteriesDb,
  { companyId, memberId }: Caller,
  { lotteryId, isWin, ...paging }: Input<typeof lotteries.ownDraws>['query'],
) {
  const matching = sql`from ${drawsSql}
    where d.company_id = ${companyId} and d.member_id = ${memberId}
      and ${given(lotteryId, (id) => sql`d.lottery_id = ${id}`)}
      and ${given(isWin, (one) => sql`d.is_win = ${one}::boolean`)}`
  const { items, recordCount } = await sqlPage<OrderedDraw<OwnDraw>>(db, paging, {
    matching,
    rows: (window) =>
      sql<OrderedDraw<OwnDraw>>`select ${ownDrawSql} ${matching} order by d.drawn_at desc, d.id desc ${window}`,
  })
  return { items: await withOrders<OwnDraw>(db, companyId, items), recordCount }
}
