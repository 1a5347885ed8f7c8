/** Subjects in the search, with the names of their stages. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { idsOf, type SearchDocument, searched } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { subjectsTables } from './db.ts'

type Row = Omit<SearchDocument, 'link' | 'texts'> & { readonly description: string; readonly stages: string }

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name as title, s.summary, s.description, s.cover_file_id as "coverFileId",
      s.author_id as "authorId", s.published_at as "publishedAt",
      coalesce((select string_agg(g.title || ' ' || g.summary, E'\n' order by g.sort) from subjects.stage g
        where g.subject_id = s.id and g.edition = 'shelf'), '') as stages,
      coalesce((select n.learner_count from subjects.subject_counter n where n.subject_id = s.id), 0) as heat
    from subjects.subject s
    where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId} and s.status = 'on-shelf'
      and s.deleted_at is null`.execute(subjectsTables(connection))
  return rows.map(({ description, stages, ...row }) => ({
    ...{ ...row, link: `/study/subject/detail/${row.id}`, texts: [plainText(description), stages] },
  }))
}

export const searchedSubject = searched({
  ...{ kind: 'subject', filter: 'subject', documents, ids: idsOf('subjects.subject') },
})
