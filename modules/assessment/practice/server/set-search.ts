/** Practice sets in the search, for the members of their audience; not their questions. */
import { sql } from 'kysely'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { offeredSql } from './audience.ts'
import { practiceTables } from './db.ts'

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<SearchDocument>`
    select s.id, s.name as title, s.summary, '/practice/set/' || s.id as link, s.author_id as "authorId",
      s.published_at as "publishedAt"
    from practice.practice_set s where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId}
      and s.status = 'on-shelf' and s.deleted_at is null`.execute(practiceTables(connection))
  return rows
}

/** Found with the exams. */
export const searchedSet = searchKind({
  kind: 'practice-set',
  filter: 'exam',
  label: { cn: '练习', en: 'Practice set' },
  businessType: null,
  openSql: (caller) =>
    sql`exists (select from practice.practice_set s where s.id = d.item_id and ${offeredSql(caller)})`,
  documents,
  ids: idsOf('practice.practice_set'),
})
