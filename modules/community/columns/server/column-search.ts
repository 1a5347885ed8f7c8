/** Columns in the search: their title and introduction, as everybody of the company reads them. */
import { sql } from 'kysely'
import { accountNamesOf } from '#modules/community/community/server.ts'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { columnBusinessType } from '../contract/shapes.ts'
import { columnsTables } from './db.ts'

type Row = SearchDocument & { readonly accountId: string }

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select c.id, c.title, c.introduction as summary, '/share-team/team-column-detail?id=' || c.id as link,
      c.account_id as "accountId", c.cover_file_id as "coverFileId", c.created_by as "authorId",
      c.released_at as "publishedAt", c.subscriber_count as heat
    from columns.special_column c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.state = 'active'
      and c.removed_at is null`.execute(columnsTables(connection))
  const names = await accountNamesOf(
    connection,
    companyId,
    rows.map(({ accountId }) => accountId),
  )
  return rows.map(({ accountId, ...row }) => ({ ...row, keywords: [names.get(accountId) ?? null] }))
}

export const searchedColumn = searchKind({
  kind: 'column',
  filter: 'expert-content',
  label: { cn: '专栏', en: 'Column' },
  businessType: columnBusinessType,
  openSql: (caller) => sql`exists (select from columns.special_column c where c.id = d.item_id
    and c.company_id = ${caller.companyId} and c.state = 'active' and c.removed_at is null)`,
  documents,
  ids: idsOf('columns.special_column'),
})
