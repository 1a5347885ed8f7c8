/** The topics of a company inside statements of other modules, and through all companies in the order of their ids. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { topicsTables } from './db.ts'

/** `from ${topicDirectorySql(companyId)} t`: id, name, created_at and use_count of every topic of the company. */
export const topicDirectorySql = (companyId: string): RawBuilder<unknown> =>
  sql`(select id, name, created_at, use_count from topics.topic where company_id = ${companyId})`

/** The next topics after this id, of any company. */
export async function topicIds(
  connection: Connection,
  afterId: string,
  limit: number,
): Promise<{ readonly id: string; readonly companyId: string }[]> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select id, company_id as "companyId" from topics.topic where id > ${afterId} order by id limit ${limit}`.execute(
    topicsTables(connection),
  )
  return rows
}
