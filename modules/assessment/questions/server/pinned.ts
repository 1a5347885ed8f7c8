/** The contents of versions for those that pinned them: papers, attempts. A version never changes. */
import type { Connection } from '#server/db/connection.ts'
import type { QuestionContent } from '../contract/question.ts'
import { questionsTables } from './db.ts'

/** The contents of these versions of the company by their ids; an id that is none is missing. One statement. */
export async function contentsOfVersions(
  connection: Connection,
  companyId: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, QuestionContent>> {
  if (versionIds.length === 0) return new Map()
  const rows = await questionsTables(connection)
    .selectFrom('questions.version')
    .select(['id', 'content'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(versionIds)])
    .execute()
  return new Map(rows.map(({ id, content }) => [id, content as unknown as QuestionContent]))
}
