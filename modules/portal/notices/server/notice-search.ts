/** Notices in the search, for their audience and until they expire. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import { organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { noticesTables } from './db.ts'

type Row = SearchDocument & { readonly content: string }

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select n.id, n.title, n.content, '/notices/' || n.id as link, n.author_id as "authorId",
      n.published_at as "publishedAt"
    from notices.notice n where n.id = any(${[...ids]}::uuid[]) and n.company_id = ${companyId}
      and n.status = 'published'`.execute(noticesTables(connection))
  return rows.map(({ content, ...row }) => ({ ...row, texts: [plainText(content)] }))
}

export const searchedNotice = searchKind({
  kind: 'notice',
  filter: 'other',
  label: { cn: '公告', en: 'Notice' },
  businessType: null,
  openSql: (caller, now) => sql`exists (select from notices.notice n where n.id = d.item_id
    and n.company_id = ${caller.companyId} and n.status = 'published' and (n.expires_at is null or n.expires_at > ${now})
    and (n.organization_ids = '{}' or n.organization_ids && array${organizationAndAboveSql(caller.organizationId)}))`,
  documents,
  ids: idsOf('notices.notice'),
})
