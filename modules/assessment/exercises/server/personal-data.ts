/** Personal data in exercises: what a member answered. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { exercisesTables } from './db.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const answers = await sql<Record<string, unknown>>`
    select c.content ->> 'stem' as question, a.given::text as given, a.verdict, cardinality(a.submission_ids) as attempts,
      a.first_at, a.answered_at
    from exercises.answer a join exercises.content c on c.id = a.content_id
    where a.member_id = ${memberId} and a.company_id = ${companyId} order by a.first_at, a.question_id`.execute(
    exercisesTables(connection),
  )
  return [{ name: 'exercise-answers', title: { cn: '互动练习作答', en: 'Answers to exercises' }, rows: answers.rows }]
}

async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  await exercisesTables(connection)
    .deleteFrom('exercises.answer')
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

export const exercisesPersonalData = personalData({ module: 'exercises', collect, erase })
