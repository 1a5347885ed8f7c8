/** Who has won what, and whether it was handed out. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { maskName } from '#kit/mask-name.ts'
import { directorySql, instantText } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { NOT_A_PARTICIPANT, SENT_BY_ORDER } from '../contract/codes.ts'
import type { ShownWin } from '../contract/drawing.ts'
import type { WinningDraw } from '../contract/managing.ts'
import type { lotteries } from '../contract.ts'
import type { LotteriesDb } from './db.ts'
import { findLottery, findManaged } from './lottery-record.ts'
import { type OrderedDraw, withOrders } from './prize-orders.ts'
import { mayEnter, mayManage } from './scopes.ts'

const winningSql = sql`d.id, d.number, json_build_object('id', d.member_id, 'fullName', m.full_name,
    'avatarPath', m.avatar_path) as member, m.organization_name as "organizationName", p.name as "prizeName",
  d.drawn_at as "drawnAt", d.delivered_at as "deliveredAt", coalesce(giver.full_name, '') as "deliveredByName",
  d.order_id as "orderId"`

const deliverySql = {
  open: sql`d.delivered_at is null and d.order_id is null`,
  delivered: sql`d.delivered_at is not null`,
  order: sql`d.order_id is not null`,
} as const

const winnersSql = (companyId: string, lotteryId: string) => sql`
  from lotteries.draw d join lotteries.prize p on p.lottery_id = d.lottery_id and p.place = d.place
  join ${directorySql(companyId)} m on m.id = d.member_id
  left join ${directorySql(companyId)} giver on giver.id = d.delivered_by
  where d.lottery_id = ${lotteryId} and d.is_win`

export async function listWinners(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  { search, delivery, ...paging }: Input<typeof lotteries.winners>['query'],
) {
  await findManaged(db, caller, id)
  const matching = sql`${winnersSql(caller.companyId, id)}
    and ${delivery === undefined ? sql`true` : deliverySql[delivery]}
    and ${containsWordsSql(sql`m.full_name || ' ' || p.name`, search)}`
  const { items, recordCount } = await sqlPage<OrderedDraw<WinningDraw>>(db, paging, {
    matching,
    rows: (window) => sql<OrderedDraw<WinningDraw>>`select ${winningSql} ${matching} order by d.number ${window}`,
  })
  return { items: await withOrders<WinningDraw>(db, caller.companyId, items), recordCount }
}

interface WinRow extends Omit<ShownWin, 'winner'> {
  readonly fullName: string
}

/** Of a published lottery, for whoever it is meant for: names are covered, but for the caller's own. */
export async function shownWins(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  paging: Input<typeof lotteries.shownWins>['query'],
) {
  const { companyId, memberId } = caller
  const lottery = await findLottery(db, { id, companyId })
  if (lottery.status === 'draft') throw refuse(NOT_FOUND)
  if (!(await mayEnter(db, caller, lottery)) && !(await mayManage(db, caller, lottery))) throw refuse(NOT_A_PARTICIPANT)
  const matching = sql`from lotteries.draw d join lotteries.prize p on p.lottery_id = d.lottery_id and p.place = d.place
    where d.lottery_id = ${id} and d.is_win`
  const { items, recordCount } = await sqlPage<WinRow>(db, paging, {
    matching,
    rows: (window) => sql<WinRow>`select d.number, d.member_id = ${memberId} as "isOwn", p.name as "prizeName",
        d.drawn_at as "drawnAt", coalesce((select m.full_name from ${directorySql(companyId)} m
          where m.id = d.member_id), '') as "fullName"
      ${matching} order by d.number desc ${window}`,
  })
  const covered = items.map(({ fullName, ...row }): ShownWin => {
    return { ...row, winner: row.isOwn ? fullName : maskName(fullName) }
  })
  return { items: covered, recordCount }
}

/** What was handed out already keeps its time and its giver. */
export async function deliverPrizes(
  db: LotteriesDb,
  caller: Caller,
  id: string,
  { drawIds, isDelivered }: Input<typeof lotteries.deliverPrizes>['body'],
  now: number,
) {
  const lottery = await findManaged(db, caller, id)
  const chosen = sql`d.lottery_id = ${lottery.id} and d.is_win and d.id = any(${[...drawIds]}::uuid[])`
  const { rows: known } = await sql<{ orderId: string | null }>`
    select d.order_id as "orderId" from lotteries.draw d where ${chosen}`.execute(db)
  if (known.length !== drawIds.length) throw refuse(NOT_FOUND)
  if (known.some(({ orderId }) => orderId !== null)) throw refuse(SENT_BY_ORDER)
  const [at, by] = isDelivered ? [now, caller.memberId] : [null, null]
  const { rows } = await sql`
    update lotteries.draw d set delivered_at = ${at}::bigint, delivered_by = ${by}::uuid
    where ${chosen} and (d.delivered_at is null) = ${isDelivered}::boolean returning d.id`.execute(db)
  return { changed: rows.length }
}

const exportedMax = 100_000

const texts = {
  cn: { file: '中奖名单', headings: ['抽奖序号', '姓名', '组织', '奖品', '中奖时间', '发放时间', '发放人', '订单号'] },
  en: {
    file: 'winners',
    headings: ['Draw', 'Name', 'Organization', 'Prize', 'Won at', 'Handed out at', 'By', 'Order'],
  },
} as const

export async function exportWinners(
  db: LotteriesDb,
  id: string,
  { caller, language }: Pick<Context, 'caller' | 'language'>,
): Promise<StreamAnswer> {
  const { name } = await findManaged(db, caller, id)
  const { rows: found } = await sql<OrderedDraw<WinningDraw>>`
    select ${winningSql} ${winnersSql(caller.companyId, id)} order by d.number limit ${exportedMax}`.execute(db)
  const rows = await withOrders<WinningDraw>(db, caller.companyId, found)
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const { file, headings } = texts[language]
  const lines = rows.map((row) => [
    ...[row.number, row.member.fullName, row.organizationName, row.prizeName],
    ...[timeOf(row.drawnAt), timeOf(row.deliveredAt), row.deliveredByName, row.order?.number ?? ''],
  ])
  return sheetAnswer(`${file}-${name}`, [[...headings], ...lines], { plainName: 'winners' })
}
