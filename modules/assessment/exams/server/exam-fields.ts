/** The fields of an exam: how the contract calls them, and the columns that hold them. */
import { type RawBuilder, sql } from 'kysely'
import type { ExamInput } from '../contract/authoring.ts'
import type { PublishingState } from '../contract/states.ts'

/** Of the exam `s`: what authors write and learners read. */
export const sharedSql = sql`s.name, s.summary, s.cover_file_id as "coverFileId"`

/** Map `exam-publishing` of an exam: the shelf, an application that waits, and the clock (EXAM-018, EXAM-024). */
export function stateSql(now: number, alias = 's'): RawBuilder<PublishingState> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<PublishingState>`case
    when ${column('status')} <> 'on-shelf' then case when ${column('approval')} = 'waiting' then 2 else 1 end
    when ${column('approval')} = 'waiting' then 7
    when ${column('start_at')} > ${now} then case when ${column('asks_registration')}
      and coalesce(${column('registration_from')} <= ${now}, true)
      and coalesce(${column('registration_until')} > ${now}, true) then 4 else 3 end
    when ${column('end_at')} <= ${now} then 6
    else 5 end`
}

export const columnsOf = (input: ExamInput) => ({
  name: input.name.trim(),
  summary: input.summary.trim(),
  cover_file_id: input.coverFileId,
  organization_ids: [...input.organizationIds],
  member_ids: [...input.memberIds],
  grader_ids: [...input.graderIds],
  invigilator_ids: [...input.invigilatorIds],
  rules: JSON.stringify(input.rules),
})
