/** The contents of columns: releasing them, their order, and reading them one after the other. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { pricedAmong } from '#modules/commerce/prices/server.ts'
import { accountNotice, accountsOfCaller } from '#modules/community/community/server.ts'
import type { ContentCard } from '#modules/community/contents/contract.ts'
import {
  contentCards,
  contentsOfAccount,
  existingContents,
  restrictContents,
} from '#modules/community/contents/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { PageOf } from '#server/db/page.ts'
import {
  COLUMN_CLOSED,
  type ColumnCandidate,
  type ColumnContent,
  columnBusinessType,
  columnContentsMax,
  TOO_MANY_ITEMS,
} from '../contract/shapes.ts'
import type { columns } from '../contract.ts'
import { getColumn } from './columns.ts'
import type { ColumnsDb } from './db.ts'
import { lockColumn } from './managing.ts'
import { columnReleased } from './messages.ts'
import { isUnpaid } from './unpaid.ts'

interface ReleasedRow {
  contentId: string
  releaseTime: number
  opened: boolean
}

interface Released extends ReleasedRow {
  readonly card: ContentCard
}

/** All contents of a column that the caller sees, in its order; never more than `columnContentsMax`. */
async function releasedContents(db: ColumnsDb, caller: Caller, columnId: string): Promise<Released[]> {
  const { rows } = await sql<ReleasedRow>`
    select r.content_id as "contentId", r.released_at as "releaseTime", o.content_id is not null as opened
    from columns.column_content r
    left join columns.opened_content o
      on o.column_id = r.column_id and o.content_id = r.content_id and o.member_id = ${caller.memberId}
    where r.column_id = ${columnId} order by r.sort, r.content_id limit ${columnContentsMax}`.execute(db)
  const ids = rows.map(({ contentId }) => contentId)
  const cards = await contentCards(db, caller, ids)
  return rows.flatMap((row) => {
    const card = cards.get(row.contentId)
    return card ? [{ ...row, card }] : []
  })
}

const sorted: Readonly<Record<number, (contents: Released[]) => Released[]>> = {
  1: (contents) => contents.toSorted((a, b) => b.releaseTime - a.releaseTime),
  2: (contents) => contents.toSorted((a, b) => b.card.readCount - a.card.readCount),
}

const shown = ({ card, releaseTime, opened }: Released): ColumnContent => ({
  id: card.id,
  title: card.title,
  excerpt: card.excerpt,
  coverPath: card.coverPath ?? '',
  type: card.type,
  closed: card.state === 'closed',
  highlighted: card.highlighted,
  readNum: card.readCount,
  praiseNum: card.likeCount,
  opened,
  releaseTime,
})

/** Closed contents stand in the list only for administrators of the account who ask for them (COMMUNITY-096). */
export async function columnContents(
  db: ColumnsDb,
  caller: Caller,
  id: string,
  query: Input<typeof columns.columnContents>['query'],
): Promise<PageOf<ColumnContent>> {
  const { comeEnjoyId } = await getColumn(db, caller, id)
  const account = (await accountsOfCaller(db, caller)).find((own) => own.id === comeEnjoyId)
  const withClosed = query.isEnjoyAdmin === 1 && account !== undefined && account.memberType !== 2
  const contents = (await releasedContents(db, caller, id)).filter(({ card }) => withClosed || card.state === 'active')
  const inOrder = sorted[query.sort ?? 0]?.(contents) ?? contents
  const { limit, offset } = pageWindow(query)
  return { items: inOrder.slice(offset, offset + limit).map(shown), recordCount: contents.length }
}

/** Contents of the column’s account that it does not have yet (COMMUNITY-153). */
export async function columnCandidates(
  db: ColumnsDb,
  caller: Caller,
  query: Input<typeof columns.columnCandidates>['query'],
): Promise<PageOf<ColumnCandidate>> {
  const { id, search, ...paging } = query
  const column = await lockColumn(db, caller, id, { publishes: false })
  const except = sql`(select content_id from columns.column_content where column_id = ${id})`
  const { items, recordCount } = await contentsOfAccount(
    db,
    caller,
    { accountId: column.account_id, search, except },
    paging,
  )
  return {
    items: items.map((card) => ({
      id: card.id,
      title: card.title,
      coverPath: card.coverPath ?? '',
      type: card.type,
      publishTime: card.publishedAt ?? 0,
    })),
    recordCount,
  }
}

/**
 * Releases contents at the end of the column. Those that it has already stay where they are; a content of another account, and
 * one that is closed or not published yet, is not there. Subscribers get one message for each release.
 */
export async function releaseContents(
  db: ColumnsDb,
  caller: Caller,
  { id, questionIds }: Input<typeof columns.releaseContents>['body'],
  now: number,
): Promise<number> {
  const column = await lockColumn(db, caller, id, { publishes: true })
  if (column.state === 'closed') throw refuse(COLUMN_CLOSED)
  const cards = await contentCards(db, caller, questionIds)
  const contents = questionIds.map((contentId) => cards.get(contentId))
  const isOffered = (card: ContentCard | undefined) =>
    card?.state === 'active' && card.publishedAt !== null && card.account.id === column.account_id
  if (!contents.every(isOffered)) throw refuse(NOT_FOUND)
  const { rows } = await sql<{ contentId: string }>`
    insert into columns.column_content (column_id, content_id, company_id, sort, released_by, released_at)
    select ${id}, wanted.id, ${caller.companyId},
      wanted.place + coalesce((select max(sort) from columns.column_content where column_id = ${id}), 0),
      ${caller.memberId}, ${now}
    from unnest(${questionIds}::uuid[]) with ordinality as wanted (id, place)
    on conflict (column_id, content_id) do nothing
    returning content_id as "contentId"`.execute(db)
  if (rows.length === 0) return 0
  const { companyId } = caller
  const isSold = (await pricedAmong(db, { companyId, businessType: columnBusinessType }, [id])).size > 0
  if (isSold) await restrictContents(db, companyId, questionIds)
  await makeRoom(db, caller, id)
  await db.updateTable('columns.special_column').set({ released_at: now }).where('id', '=', id).execute()
  const released = { id, title: column.title, accountId: column.account_id }
  await notifySubscribers(db, caller, released, rows.length, now)
  return rows.length
}

/**
 * Keeps the column within its limit. A content that was removed has its place for the day on which it is restored, but not where
 * another one needs it.
 */
async function makeRoom(db: ColumnsDb, caller: Caller, columnId: string): Promise<void> {
  const rows = await db
    .selectFrom('columns.column_content')
    .select('content_id')
    .where('column_id', '=', columnId)
    .execute()
  if (rows.length <= columnContentsMax) return
  const ids = rows.map((row) => row.content_id)
  const existing = await existingContents(db, caller.companyId, ids)
  if (existing.size > columnContentsMax) throw refuse(TOO_MANY_ITEMS, { max: columnContentsMax })
  const gone = ids.filter((contentId) => !existing.has(contentId))
  await sql`delete from columns.column_content where column_id = ${columnId}
    and content_id = any(${gone}::uuid[])`.execute(db)
}

async function notifySubscribers(
  db: ColumnsDb,
  caller: Caller,
  column: { readonly id: string; readonly title: string; readonly accountId: string },
  count: number,
  now: number,
): Promise<void> {
  const link = `/share-team/team-column-detail?id=${column.id}`
  await notify(db, {
    companyId: caller.companyId,
    type: columnReleased.code,
    recipients: { sql: sql`(select member_id as id from columns.subscription where column_id = ${column.id})` },
    variables: { column: column.title, count: String(count) },
    link,
    collapseKey: `column ${column.id}`,
    actorId: caller.memberId,
    now,
  })
  const news = { companyId: caller.companyId, accountId: column.accountId, title: column.title, link }
  await accountNotice(db, { ...news, businessType: columnBusinessType, businessId: column.id, isRepeated: true }, now)
}

export async function orderContents(
  db: ColumnsDb,
  caller: Caller,
  id: string,
  questionIds: readonly string[],
): Promise<void> {
  await lockColumn(db, caller, id, { publishes: false })
  const { rows } = await sql<{ known: number }>`select count(*) as known from columns.column_content
    where column_id = ${id} and content_id = any(${[...questionIds]}::uuid[])`.execute(db)
  if (rows[0]?.known !== questionIds.length) throw refuse(NOT_FOUND)
  await sql`
    with ordered as (
      select c.content_id, row_number() over (order by w.place nulls last, c.sort, c.content_id) as place
      from columns.column_content c
      left join unnest(${[...questionIds]}::uuid[]) with ordinality as w (id, place) on w.id = c.content_id
      where c.column_id = ${id}
    )
    update columns.column_content c set sort = ordered.place from ordered
    where c.column_id = ${id} and c.content_id = ordered.content_id`.execute(db)
}

export async function takeOutContent(db: ColumnsDb, caller: Caller, id: string, contentId: string): Promise<void> {
  await lockColumn(db, caller, id, { publishes: false })
  const { numDeletedRows } = await db
    .deleteFrom('columns.column_content')
    .where('column_id', '=', id)
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw refuse(NOT_FOUND)
}

/** Notes what the caller has opened, and answers what stands before and after it in the column. */
export async function openContent(db: ColumnsDb, caller: Caller, id: string, contentId: string, now: number) {
  await getColumn(db, caller, id)
  if (await isUnpaid(db, caller, id, now, true)) throw refuse(NOT_BOUGHT)
  const contents = (await releasedContents(db, caller, id)).filter(({ card }) => card.state === 'active')
  const at = contents.findIndex((content) => content.contentId === contentId)
  if (at === -1) throw refuse(NOT_FOUND)
  await db
    .insertInto('columns.opened_content')
    .values({
      column_id: id,
      member_id: caller.memberId,
      content_id: contentId,
      company_id: caller.companyId,
      opened_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['column_id', 'member_id', 'content_id']).doUpdateSet({ opened_at: now }),
    )
    .execute()
  await db
    .updateTable('columns.subscription')
    .set({ opened_at: now })
    .where('column_id', '=', id)
    .where('member_id', '=', caller.memberId)
    .execute()
  return { previousId: contents[at - 1]?.contentId ?? null, nextId: contents[at + 1]?.contentId ?? null }
}
