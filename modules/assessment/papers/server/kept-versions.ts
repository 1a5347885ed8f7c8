/** The versions of questions that papers hold, and those that were drawn for somebody: these are in an attempt. */
import { sql } from 'kysely'
import { versionKeeper } from '#modules/assessment/questions/server.ts'
import { papersTables } from './db.ts'

export const keptByPapers = versionKeeper({
  async keptVersions(connection, { companyId, questionId, versionIds }) {
    const { rows } = await sql<{ id: string }>`
      select distinct version_id as id from papers.item where question_id = ${questionId} and company_id = ${companyId}
      union
      select id from unnest(${[...versionIds]}::uuid[]) as id where exists (
        select from papers.shown where question_id = ${questionId} and company_id = ${companyId})`.execute(
      papersTables(connection),
    )
    return rows.map(({ id }) => id)
  },
})
