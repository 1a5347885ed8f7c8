/** Contests in the search. Their works are not found: many are anonymous until the results are out. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { openSql } from './contest-policy.ts'
import { contestsTables } from './db.ts'

type Row = SearchDocument & { readonly description: string }

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select c.id, c.name as title, c.summary, c.description, '/contest/' || c.id as link,
      c.cover_file_id as "coverFileId", c.author_id as "authorId", c.published_at as "publishedAt",
      (select min((r ->> 'opensAt')::bigint) from jsonb_array_elements(c.rounds) r) as "startsAt",
      c.ends_at as "endsAt", c.works_made as heat
    from contests.contest c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.status = 'on-shelf'
      and c.deleted_at is null`.execute(contestsTables(connection))
  return rows.map(({ description, ...row }) => ({ ...row, texts: [plainText(description)] }))
}

export const searchedContest = searchKind({
  kind: 'contest',
  filter: 'contest',
  label: { cn: '大赛活动', en: 'Contest' },
  businessType: null,
  openSql: (caller) => sql`exists (select from contests.contest c where c.id = d.item_id
    and c.company_id = ${caller.companyId} and c.status = 'on-shelf' and c.deleted_at is null and ${openSql(caller)})`,
  documents,
  ids: idsOf('contests.contest'),
})
