/** Help articles in the search, in both languages, for those of their audiences. */
import { sql } from 'kysely'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import { audiencesOfSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { helpTables } from './db.ts'

type Row = Omit<SearchDocument, 'keywords' | 'texts'> & {
  readonly titleEn: string
  readonly plainCn: string
  readonly plainEn: string
}

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select a.id, a.title_cn as title, a.title_en as "titleEn", a.plain_cn as "plainCn", a.plain_en as "plainEn",
      '/help/article/' || a.id as link, a.updated_at as "publishedAt"
    from help.article a where a.id = any(${[...ids]}::uuid[]) and a.company_id = ${companyId} and a.is_published`.execute(
    helpTables(connection),
  )
  return rows.map(({ titleEn, plainCn, plainEn, ...row }) => ({
    ...row,
    keywords: [titleEn],
    texts: [plainCn, plainEn],
  }))
}

export const searchedArticle = searchKind({
  kind: 'help',
  filter: 'other',
  label: { cn: '帮助', en: 'Help' },
  businessType: null,
  openSql: (caller) => sql`exists (select from help.article a where a.id = d.item_id
    and a.company_id = ${caller.companyId} and a.is_published and a.audiences && ${audiencesOfSql(caller)})`,
  documents,
  ids: idsOf('help.article'),
})
