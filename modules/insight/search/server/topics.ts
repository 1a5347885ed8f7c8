/** Topics in the search: every member of the company may open one. */
import { sql } from 'kysely'
import { topicDirectorySql, topicIds } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { searchTables } from './db.ts'
import { type SearchDocument, searchKind } from './kinds.ts'

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<SearchDocument>`
    select t.id, t.name as title, '/share-study/topic-list/' || t.id as link, t.created_at as "publishedAt",
      t.use_count as heat
    from ${topicDirectorySql(companyId)} t where t.id = any(${[...ids]}::uuid[])`.execute(searchTables(connection))
  return rows
}

export const topicKind = searchKind({
  kind: 'topic',
  filter: 'topic',
  label: { cn: '话题', en: 'Topic' },
  businessType: null,
  openSql: (caller) => sql`exists (select from ${topicDirectorySql(caller.companyId)} t where t.id = d.item_id)`,
  documents,
  ids: topicIds,
})
