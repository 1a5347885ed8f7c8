/** Training classes in the search. Templates are nobody's class. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { idsOf, type SearchDocument, searched } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { classesTables } from './db.ts'

type Row = Omit<SearchDocument, 'link' | 'texts' | 'keywords'> & {
  readonly description: string
  readonly venue: string
}

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name as title, s.summary, s.description, s.venue, s.cover_file_id as "coverFileId",
      s.author_id as "authorId", s.published_at as "publishedAt", s.starts_at as "startsAt", s.ends_at as "endsAt",
      s.places_taken as heat
    from classes.class s
    where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId} and s.status = 'on-shelf'
      and s.deleted_at is null and not s.is_template`.execute(classesTables(connection))
  return rows.map(({ description, venue, ...row }) => ({
    ...{ ...row, link: `/train-new/class-detail/${row.id}`, keywords: [venue], texts: [plainText(description)] },
  }))
}

export const searchedClass = searched({ kind: 'class', filter: 'class', documents, ids: idsOf('classes.class') })
