/** Papers that may be given to others. */
import type { Connection } from '#server/db/connection.ts'
import { papersTables } from './db.ts'

/** The size of a paper that is ready; undefined: the company has none of this id. */
export async function findReadyPaper(connection: Connection, companyId: string, paperId: string) {
  return papersTables(connection)
    .selectFrom('papers.paper')
    .select(['total_tenths as totalTenths', 'question_count as questionCount'])
    .where('id', '=', paperId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
