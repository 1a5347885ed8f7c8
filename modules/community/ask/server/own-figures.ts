/** What a member has asked and answered, in numbers. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { askTables } from './db.ts'

/** Questions and answers of the caller that colleagues can read. */
export async function ownAskFigures(connection: Connection, caller: Caller) {
  const { companyId, memberId } = caller
  const { rows } = await sql<{ questions: number; answers: number }>`
    select (select count(*) from ask.question where company_id = ${companyId} and author_id = ${memberId}
        and state in ('open', 'duplicate')) as questions,
      (select count(*) from ask.answer where company_id = ${companyId} and author_id = ${memberId}
        and removed_at is null) as answers`.execute(askTables(connection))
  return { questions: rows[0]?.questions ?? 0, answers: rows[0]?.answers ?? 0 }
}
