/** Surveys in the search: what is known of one before it is taken, and none of its questions. */
import { sql } from 'kysely'
import { idsOf, type SearchDocument, searched } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { surveysTables } from './db.ts'

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<SearchDocument>`
    select s.id, s.name as title, s.summary, '/exam/research-activity/index/' || s.id as link, s.cover_file_id as "coverFileId",
      s.author_id as "authorId", s.published_at as "publishedAt", s.start_at as "startsAt", s.end_at as "endsAt"
    from surveys.survey s
    where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId} and s.status = 'on-shelf'
      and s.deleted_at is null`.execute(surveysTables(connection))
  return rows
}

export const searchedSurvey = searched({ kind: 'survey', filter: 'survey', documents, ids: idsOf('surveys.survey') })
