/** The contents of versions for those that pinned them: papers, attempts. A version never changes. */
import type { Connection } from '#server/db/connection.ts'
import { Keeper } from '#server/db/kept.ts'
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

/** Contents in this process. All of one exam read the same ones, at their start and at their submission. */
const known = new Keeper(32 * 1024 * 1024)

/**
 * As `contentsOfVersions`, for those who know that the versions are there, because they hold them. What was read is kept, and never
 * out of date: a version does not change. Callers share the contents and change none.
 */
export async function pinnedContents(
  connection: Connection,
  companyId: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, QuestionContent>> {
  const contents = new Map<string, QuestionContent>()
  const keyOf = (id: string) => `${companyId} ${id}`
  for (const id of versionIds) {
    const content = known.find(keyOf(id), '')
    if (content) contents.set(id, content as QuestionContent)
  }
  const missing = versionIds.filter((id) => !contents.has(id))
  for (const [id, content] of await contentsOfVersions(connection, companyId, missing)) {
    known.keep(keyOf(id), '', content)
    contents.set(id, content)
  }
  return contents
}

export interface VersionBeside {
  readonly id: string
  readonly number: number
  readonly createdAt: number
  readonly content: QuestionContent
}

/** The other versions of the question of this version, the newest first. */
export async function versionsBeside(
  connection: Connection,
  companyId: string,
  versionId: string,
): Promise<VersionBeside[]> {
  const rows = await questionsTables(connection)
    .selectFrom('questions.version as v')
    .innerJoin('questions.version as o', 'o.question_id', 'v.question_id')
    .select(['o.id', 'o.number', 'o.created_at as createdAt', 'o.content'])
    .where('v.id', '=', versionId)
    .where('v.company_id', '=', companyId)
    .whereRef('o.id', '<>', 'v.id')
    .orderBy('o.number', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, content: row.content as unknown as QuestionContent }))
}
