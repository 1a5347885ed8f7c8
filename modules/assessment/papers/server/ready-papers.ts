/** Papers that may be given to others. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { papersTables } from './db.ts'

const timedMinutesSql = sql<number>`(
  select coalesce(sum(s.minutes), 0)::int from papers.section s where s.paper_id = papers.paper.id)`

/** The size of a paper, and the time of its sections, that is ready; undefined: the company has none of this id. */
export async function findReadyPaper(connection: Connection, companyId: string, paperId: string) {
  return papersTables(connection)
    .selectFrom('papers.paper')
    .select(['total_tenths as totalTenths', 'question_count as questionCount', timedMinutesSql.as('timedMinutes')])
    .where('id', '=', paperId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
