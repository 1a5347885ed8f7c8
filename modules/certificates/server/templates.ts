/** Templates: what a certificate looks like, says, and how long it holds. */
import type { Connection } from '#server/db/connection.ts'
import { certificatesTables } from './db.ts'

/** A company has few templates; a list that is chosen from shows them all. */
const offeredMax = 500

export async function offeredTemplates(
  connection: Connection,
  companyId: string,
): Promise<{ id: string; name: string }[]> {
  return certificatesTables(connection)
    .selectFrom('certificates.template')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .orderBy('name')
    .limit(offeredMax)
    .execute()
}
