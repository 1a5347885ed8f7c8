/** Columns as members of the company see them. A closed column is there for its account’s members and its subscribers. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { IsPay } from '#modules/commerce/prices/contract.ts'
import { isPaySql } from '#modules/commerce/prices/server.ts'
import { accountCards, accountsOfCaller } from '#modules/community/community/server.ts'
import { openContentsSql } from '#modules/community/contents/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { accountColumnsMax, type Column, type CompleteColumn, columnBusinessType } from '../contract/shapes.ts'
import type { columns } from '../contract.ts'
import type { ColumnsDb } from './db.ts'
import { isUnpaid } from './unpaid.ts'

interface ColumnRow {
  id: string
  account_id: string
  title: string
  introduction: string
  cover_file_id: string | null
  state: string
  subscriber_count: number
  released_at: number
  created_at: number
  subscribed: boolean
}

/** The rows of the columns that `from` selects as `c`, with what the caller has of them. */
const rowsSql = (caller: Caller, from: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<ColumnRow>`
  select c.id, c.account_id, c.title, c.introduction, c.cover_file_id, c.state, c.subscriber_count,
    c.released_at, c.created_at, s.member_id is not null as subscribed
  from ${from} as c
  left join columns.subscription s on s.column_id = c.id and s.member_id = ${caller.memberId}
  order by ${order}`

/**
 * How many contents of these columns the caller finds there, and how many were released since they last opened one as a
 * subscriber. They are counted when they are read: what is closed, removed or hidden since would leave a counter behind.
 */
async function countContents(
  db: ColumnsDb,
  caller: Caller,
  ids: readonly string[],
): Promise<(id: string) => { readonly all: number; readonly unread: number }> {
  const ofColumns = sql`r.column_id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string; all: number; unread: number }>`
    select r.column_id as id, count(*) as all, count(*) filter (where r.released_at > s.opened_at) as unread
    from columns.column_content r
    left join columns.subscription s on s.column_id = r.column_id and s.member_id = ${caller.memberId}
    where ${ofColumns} and r.content_id in ${openContentsSql(caller, sql`(select r.content_id from columns.column_content r where ${ofColumns})`)}
    group by r.column_id`.execute(db)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return (id) => counts.get(id) ?? { all: 0, unread: 0 }
}

async function toColumns(db: ColumnsDb, caller: Caller, rows: readonly ColumnRow[]): Promise<Column[]> {
  const ids = rows.map((row) => row.account_id)
  const accounts = await accountCards(db, caller, ids)
  const contentsOf = await countContents(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    introduce: row.introduction,
    headPortraitPath: row.cover_file_id === null ? '' : `files/${row.cover_file_id}`,
    comeEnjoyId: row.account_id,
    comeEnjoyName: accounts.get(row.account_id)?.name ?? '',
    comeEnjoyType: accounts.get(row.account_id)?.enjoyType ?? 0,
    subscribeNum: row.subscriber_count,
    contentNum: contentsOf(row.id).all,
    state: row.state === 'closed' ? 'closed' : 'active',
    subscribed: row.subscribed,
    unreadNum: contentsOf(row.id).unread,
    updateTime: row.released_at,
  }))
}

interface List {
  /** `from columns.special_column c … where …` */
  readonly matching: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

async function columnPage(db: ColumnsDb, caller: Caller, paging: Paging, list: List): Promise<PageOf<Column>> {
  const { matching, order } = list
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => rowsSql(caller, sql`(select c.* ${matching} order by ${order} ${window})`, order),
  })
  return { items: await toColumns(db, caller, items), recordCount }
}

const accountIdsOf = async (db: ColumnsDb, caller: Caller) => (await accountsOfCaller(db, caller)).map(({ id }) => id)

/** That the caller sees the column `c`; `own` are the caller’s accounts. */
const visibleSql = (caller: Caller, own: readonly string[]) => sql<boolean>`(c.state = 'active'
  or c.account_id = any(${own}::uuid[])
  or exists (select from columns.subscription v where v.column_id = c.id and v.member_id = ${caller.memberId}))`

const pricedSql = (caller: Caller, { isPay }: { readonly isPay?: IsPay | undefined }, now: number) =>
  isPaySql(caller, { businessTypes: [columnBusinessType], id: sql`c.id`, isPay }, now)

const newest = sql`c.released_at desc, c.id desc`

async function assertAccount(db: ColumnsDb, caller: Caller, id: string): Promise<void> {
  if (!(await accountCards(db, caller, [id])).has(id)) throw refuse(NOT_FOUND)
}

export async function columnsOfAccount(
  db: ColumnsDb,
  caller: Caller,
  query: Input<typeof columns.columnsOfAccount>['query'],
  now: number,
) {
  await assertAccount(db, caller, query.id)
  const own = await accountIdsOf(db, caller)
  const matching = sql`from columns.special_column c where c.account_id = ${query.id} and c.removed_at is null
    and ${visibleSql(caller, own)} and ${containsSql(sql`c.title`, query.search)} and ${pricedSql(caller, query, now)}`
  return columnPage(db, caller, query, { matching, order: newest })
}

/** Id and title of each column of an account, in the order of their titles. */
export async function columnTitles(db: ColumnsDb, caller: Caller, accountId: string) {
  await assertAccount(db, caller, accountId)
  const own = await accountIdsOf(db, caller)
  const { rows } = await sql<{ id: string; title: string }>`
    select c.id, c.title from columns.special_column c
    where c.account_id = ${accountId} and c.removed_at is null and ${visibleSql(caller, own)}
    order by c.title, c.id limit ${accountColumnsMax}`.execute(db)
  const contentsOf = await countContents(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  const items = rows.map((row) => ({ ...row, contentNum: contentsOf(row.id).all }))
  return { items, recordCount: items.length }
}

/** The columns with most subscribers. */
export function recommendedColumns(
  db: ColumnsDb,
  caller: Caller,
  query: Input<typeof columns.recommendedColumns>['query'],
  now: number,
) {
  const matching = sql`from columns.special_column c where c.company_id = ${caller.companyId} and c.removed_at is null
    and c.state = 'active' and ${containsSql(sql`c.title`, query.search)} and ${pricedSql(caller, query, now)}`
  return columnPage(db, caller, query, { matching, order: sql`c.subscriber_count desc, c.id` })
}

/** How many neighbors are read for each column that is drawn. */
const neighbors = 4

/**
 * Columns at random. Each has a place in a random order, which an index keeps: some are read from a place chosen by chance,
 * going on at the beginning where the order ends, and of them a few are drawn.
 */
export async function randomColumns(db: ColumnsDb, caller: Caller, size = 4) {
  const own = await accountIdsOf(db, caller)
  const open = sql`c.company_id = ${caller.companyId} and c.removed_at is null and c.state = 'active'
    and not c.account_id = any(${own}::uuid[]) and not exists (select from columns.subscription s
      where s.column_id = c.id and s.member_id = ${caller.memberId})`
  const read = (condition: RawBuilder<unknown>) => sql`(select c.* from columns.special_column c
    where ${open} and ${condition} order by c.shuffle limit ${neighbors * size})`
  const from = Math.random()
  const found = sql`(select * from (select * from ${read(sql`c.shuffle >= ${from}`)} as later
    union all select * from ${read(sql`c.shuffle < ${from}`)} as earlier) as around limit ${neighbors * size})`
  const drawn = sql`(select * from ${found} as near order by random() limit ${size})`
  const { rows } = await rowsSql(caller, drawn, sql`c.id`).execute(db)
  const items = await toColumns(db, caller, rows)
  return { items, recordCount: items.length }
}

/** What the caller subscribes to, the newest release first. */
export function subscribedColumns(db: ColumnsDb, caller: Caller, paging: Paging) {
  const matching = sql`from columns.special_column c where c.removed_at is null
    and c.id in (select column_id from columns.subscription where member_id = ${caller.memberId})`
  return columnPage(db, caller, paging, { matching, order: newest })
}

/** The columns of these ids that the caller sees. */
export async function visibleColumns(db: ColumnsDb, caller: Caller, ids: readonly string[]): Promise<Column[]> {
  if (ids.length === 0) return []
  const own = await accountIdsOf(db, caller)
  const from = sql`(select c.* from columns.special_column c where c.company_id = ${caller.companyId}
    and c.removed_at is null and c.id = any(${[...ids]}::uuid[]) and ${visibleSql(caller, own)})`
  const { rows } = await rowsSql(caller, from, newest).execute(db)
  return toColumns(db, caller, rows)
}

/** One that the caller may not see is not there (900005). */
export async function getColumn(db: ColumnsDb, caller: Caller, id: string): Promise<Column> {
  const [column] = await visibleColumns(db, caller, [id])
  if (!column) throw refuse(NOT_FOUND)
  return column
}

export async function completeColumn(db: ColumnsDb, caller: Caller, id: string, now: number): Promise<CompleteColumn> {
  const column = await getColumn(db, caller, id)
  const { rows } = await sql<{
    cover: string | null
    createTime: number
    readNum: number
    lastReadId: string | null
  }>`
    select c.cover_file_id as cover, c.created_at as "createTime", count(o.content_id) as "readNum",
      (array_agg(o.content_id order by o.opened_at desc) filter (where o.content_id is not null))[1] as "lastReadId"
    from columns.special_column c
    left join (columns.opened_content o join columns.column_content r
      on r.column_id = o.column_id and r.content_id = o.content_id)
      on o.column_id = c.id and o.member_id = ${caller.memberId}
    where c.id = ${id} group by c.id`.execute(db)
  const [more] = rows
  if (!more) throw refuse(NOT_FOUND)
  const topics = (await topicsOf(db, caller.companyId, columnBusinessType, [id])).get(id) ?? []
  const account = (await accountsOfCaller(db, caller)).find((own) => own.id === column.comeEnjoyId)
  return {
    ...column,
    headPortrait: more.cover,
    lstRelationTopic: topics.map((topic) => ({ topicId: topic.id, topicName: topic.name })),
    mustBuy: await isUnpaid(db, caller, id, now),
    mayManage: account !== undefined && account.memberType !== 2 && !account.frozen,
    lastReadId: more.lastReadId,
    readNum: more.readNum,
    createTime: more.createTime,
  }
}
