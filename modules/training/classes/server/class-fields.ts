/** The fields of a class: how the contract calls them, and the columns that hold them. */
import { type RawBuilder, sql } from 'kysely'
import type { ClassInput } from '../contract/fields.ts'
import type { ClassState } from '../contract/states.ts'

/** Of the class `s`: what those who run it write and learners read. */
export const shownSql = sql`s.name, s.summary, s.cover_file_id as "coverFileId", s.class_type as "classType",
  s.train_type as "trainType", s.starts_at as "startsAt", s.ends_at as "endsAt", s.enrollment_from as "enrollmentFrom",
  s.enrollment_until as "enrollmentUntil", s.venue, s.capacity`

/** Of the class `s`: what else its state follows from. */
export const factsSql = sql`s.approval is not distinct from 'waiting' as "isApplied", s.published_at as "publishedAt",
  s.closed_at as "closedAt"`

/** `classStateOf` of the contract, in SQL. */
export function stateSql(now: number, alias = 's'): RawBuilder<ClassState> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<ClassState>`case
    when ${column('closed_at')} is not null then 7
    when ${column('status')} = 'off-shelf' then 8
    when ${column('status')} = 'draft' then case when ${column('approval')} = 'waiting' then 2 else 1 end
    when ${column('ends_at')} <= ${now} then 6
    when ${column('starts_at')} <= ${now} then 5
    when coalesce(${column('enrollment_from')}, ${column('published_at')}) > ${now} then 2
    when coalesce(${column('enrollment_until')}, ${column('starts_at')}) > ${now} then 3
    else 4 end`
}

export const columnsOf = (input: ClassInput) => ({
  name: input.name.trim(),
  summary: input.summary.trim(),
  description: input.description,
  cover_file_id: input.coverFileId,
  class_type: input.classType,
  train_type: input.trainType,
  starts_at: input.startsAt,
  ends_at: input.endsAt,
  enrollment_from: input.enrollmentFrom,
  enrollment_until: input.enrollmentUntil,
  venue: input.venue.trim(),
  capacity: input.capacity,
  organization_ids: [...input.organizationIds],
  manager_ids: [...input.managerIds],
  teacher_ids: [...input.teacherIds],
  enrollment: JSON.stringify(input.enrollment),
})
