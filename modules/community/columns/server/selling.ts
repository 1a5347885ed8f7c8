/** Columns that are sold: their contents open to who has bought one of the columns in which they stand. */
import { sql } from 'kysely'
import { coversCompany } from '#kit/caller.ts'
import { soldKind } from '#modules/commerce/entitlements/server.ts'
import { managesPrices, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { pricedAmong } from '#modules/commerce/prices/server.ts'
import { accountsOfCaller } from '#modules/community/community/server.ts'
import { contentGate, readersSql, restrictContents } from '#modules/community/contents/server.ts'
import type { ContentItem } from '#modules/content/catalog/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { columnBusinessType } from '../contract/shapes.ts'
import { visibleColumns } from './columns.ts'
import { columnsTables } from './db.ts'
import { isPaidSql, type OwnColumn, ownColumnSql, unpaidAmong } from './unpaid.ts'

/** A content is closed where it stands in columns, and the caller has still to buy every one of them. */
export const columnGate = contentGate({
  async closed(connection, caller, contentIds, now) {
    const db = columnsTables(connection)
    const { rows } = await sql<OwnColumn & { contentId: string }>`
      select r.content_id as "contentId", ${ownColumnSql(caller)}
      from columns.column_content r join columns.special_column c on c.id = r.column_id
      where r.content_id = any(${[...contentIds]}::uuid[]) and c.company_id = ${caller.companyId} and c.removed_at is null
      order by c.subscriber_count desc, c.id`.execute(db)
    if (rows.length === 0) return new Map()
    const unpaid = new Set((await unpaidAmong(db, caller, rows, now)).map(({ id }) => id))
    return new Map(
      [...Map.groupBy(rows, ({ contentId }) => contentId)].flatMap(([contentId, [first, ...others]]) =>
        first && [first, ...others].every(({ id }) => unpaid.has(id))
          ? [[contentId, { code: NOT_BOUGHT, data: { columnId: first.id, columnTitle: first.title } }]]
          : [],
      ),
    )
  },
  closedSql(caller, contentId, now) {
    const ofContent = sql`from columns.column_content r join columns.special_column c on c.id = r.column_id
      where r.content_id = ${contentId} and c.company_id = ${caller.companyId} and c.removed_at is null`
    return sql<boolean>`(exists (select ${ofContent}) and not exists (select ${ofContent} and ${isPaidSql(caller, now)}))`
  },
  async mayClose(connection, companyId, contentId) {
    const { rows } = await sql<{ id: string }>`
      select c.id from columns.column_content r join columns.special_column c on c.id = r.column_id
      where r.content_id = ${contentId} and c.company_id = ${companyId} and c.removed_at is null`.execute(
      columnsTables(connection),
    )
    const ids = rows.map(({ id }) => id)
    return (await pricedAmong(connection, { companyId, businessType: columnBusinessType }, ids)).size > 0
  },
})

const link = (id: string) => `/share-team/team-column-detail?id=${id}`

async function items(connection: Connection, companyId: string, ids: readonly string[]): Promise<ContentItem[]> {
  const { rows } = await sql<{ id: string; title: string; cover: string | null }>`
    select c.id, c.title, c.cover_file_id as cover from columns.special_column c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.removed_at is null`.execute(
    columnsTables(connection),
  )
  return rows.map(({ id, title, cover }) => ({
    ...{ id, name: title, link: link(id), coverFileId: cover, isAvailable: true },
  }))
}

/** A purchase subscribes. Whoever has read a content of the column has used it. */
export const soldColumn = soldKind({
  businessType: columnBusinessType,
  label: { cn: '专栏', en: 'Column' },
  tradeType: 12,
  items,
  async visible(connection, caller, ids) {
    const seen = await visibleColumns(columnsTables(connection), caller, ids)
    const open = new Map(seen.map((column) => [column.id, column.state === 'active']))
    const found = await items(
      connection,
      caller.companyId,
      ids.filter((id) => open.has(id)),
    )
    return found.map((item) => ({ ...item, isAvailable: open.get(item.id) === true }))
  },
  /** Accounts belong to members, who hold no such permission: whoever sets the prices of the whole company sets these. */
  async mayPrice(connection, caller, id) {
    if (coversCompany(caller, managesPrices.permission)) return true
    const [column] = await visibleColumns(columnsTables(connection), caller, [id])
    const own = (await accountsOfCaller(columnsTables(connection), caller)).find(
      (one) => one.id === column?.comeEnjoyId,
    )
    return own !== undefined && own.memberType !== 2 && !own.frozen
  },
  async started(connection, companyId, memberIds, ids) {
    const { rows } = await sql<{ memberId: string }>`
      select o.member_id as "memberId" from columns.opened_content o
      where o.company_id = ${companyId} and o.column_id = any(${[...ids]}::uuid[])
        and o.member_id = any(${[...memberIds]}::uuid[])
      union select r.member_id from columns.column_content c
      join ${readersSql(companyId, memberIds)} r on r.content_id = c.content_id
      where c.column_id = any(${[...ids]}::uuid[])`.execute(columnsTables(connection))
    return rows.map(({ memberId }) => memberId)
  },
  async priced(connection, companyId, id) {
    const { rows } = await sql<{ id: string }>`
      select r.content_id as id from columns.column_content r where r.column_id = ${id}`.execute(
      columnsTables(connection),
    )
    await restrictContents(
      connection,
      companyId,
      rows.map((row) => row.id),
    )
  },
  async entitled(connection, companyId, memberIds, id, now) {
    await sql`with added as (
        insert into columns.subscription (column_id, member_id, company_id, created_at, opened_at)
        select ${id}, m.id, ${companyId}, ${now}, ${now} from unnest(${[...memberIds]}::uuid[]) m (id)
        on conflict do nothing returning column_id)
      update columns.special_column c set subscriber_count = c.subscriber_count + n.count
      from (select column_id, count(*)::int as count from added group by column_id) n
      where c.id = n.column_id`.execute(columnsTables(connection))
  },
})
