/** Learning paths in the search, with the names of their chapters and sections. */
import { sql } from 'kysely'
import { idsOf, type SearchDocument, searched } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { pathsTables } from './db.ts'

type Row = Omit<SearchDocument, 'link' | 'texts' | 'keywords'> & {
  readonly channel: string | null
  readonly names: string
}

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select x.id, x.name as title, x.summary, x.cover_file_id as "coverFileId", x.author_id as "authorId",
      x.channel_id as "categoryId", x.updated_at as "publishedAt",
      (select g.name from paths.channel g where g.id = x.channel_id) as channel,
      concat_ws(E'\n', (select string_agg(ch.title, E'\n' order by ch.sort) from paths.chapter ch where ch.path_id = x.id),
        (select string_agg(s.name, E'\n' order by s.sort) from paths.section s where s.path_id = x.id)) as names
    from paths.path x
    where x.id = any(${[...ids]}::uuid[]) and x.company_id = ${companyId} and x.status = 'on-shelf'
      and x.deleted_at is null`.execute(pathsTables(connection))
  return rows.map(({ channel, names, ...row }) => ({
    ...{ ...row, link: `/branch-post-learning-detail/${row.id}`, keywords: [channel], texts: [names] },
  }))
}

/** They are found with the subjects: both lead through content of several kinds. */
export const searchedPath = searched({ kind: 'path', filter: 'subject', documents, ids: idsOf('paths.path') })
