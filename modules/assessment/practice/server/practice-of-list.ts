/** A practice over questions that another module has chosen. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import type { Member } from './cards.ts'
import { practiceTables } from './db.ts'
import { chosenSql } from './pool.ts'
import { insertPractice } from './practices.ts'
import { type Drawn, questionsInExam } from './sources.ts'

/**
 * Starts a practice over these questions in their order, as far as they are active and no exam in progress asks them. The
 * caller answers for it that the member may see their keys. Refuses with 387004 where nothing is left.
 */
export async function startPracticeOf(
  connection: Connection,
  member: Member,
  { name, questionIds }: { readonly name: string; readonly questionIds: readonly string[] },
  now: number,
): Promise<{ readonly id: string; readonly questionCount: number }> {
  const db = practiceTables(connection)
  const inExam = [...(await questionsInExam(db, member))]
  const { rows } = await sql<Drawn>`
    select q.id as "questionId", q.version_id as "versionId" from ${chosenSql(member.companyId, questionIds)} q
    where q.id <> all(${inExam}::uuid[]) order by array_position(${[...questionIds]}::uuid[], q.id)`.execute(db)
  return insertPractice(db, member, { source: 'list', sourceId: null, name, mark: '' }, rows, now)
}
