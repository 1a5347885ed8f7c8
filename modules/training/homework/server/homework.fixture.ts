/** Homework for tests and demo data. */
import { v7 as uuid } from 'uuid'
import { buildSubmission } from '#modules/content/submissions/server/submissions.fixture.ts'
import { buildActivity } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { firstRules, type TaskRules } from '../contract/shapes.ts'
import { homeworkTables } from './db.ts'

interface BuiltHomework {
  readonly classId: string
  readonly companyId: string
  readonly title?: string
  readonly text?: string
  readonly opensAt?: number
  readonly dueAt?: number
  readonly fileIds?: readonly string[]
  readonly rules?: Partial<TaskRules>
}

/** A homework in a class; answers the id of the activity. */
export async function buildHomework(connection: Connection, input: BuiltHomework): Promise<string> {
  const { title = '团队诊断报告', text = '写一份 800 字的报告', rules, ...place } = input
  const activityId = await buildActivity(connection, { ...place, kind: 'homework', title, text })
  if (rules) {
    const { lateRule, versionsMax, maxTenths, passTenths, rubric } = { ...firstRules, ...rules }
    await homeworkTables(connection)
      .insertInto('homework.task')
      .values({
        ...{ activity_id: activityId, class_id: input.classId, company_id: input.companyId, late_rule: lateRule },
        ...{ versions_max: versionsMax, max_tenths: maxTenths, pass_tenths: passTenths },
        rubric: rubric === null ? null : JSON.stringify(rubric),
      })
      .execute()
  }
  return activityId
}

interface BuiltVersion {
  readonly classId: string
  readonly activityId: string
  readonly companyId: string
  readonly memberId: string
  readonly title?: string
  readonly text: string
  readonly now: number
  /** Marked with so much; it waits where it is left out. */
  readonly tenths?: number
  /** What the mark was made up of. */
  readonly rubric?: { readonly criteria: NonNullable<TaskRules['rubric']>; readonly levels: readonly number[] }
  /** Returned, with what is to be done over. */
  readonly returnedFor?: string
  /** What the mark says; the text of the version where it is left out. */
  readonly comment?: string
}

/** The first version of a participant, with a mark or a return where one is given; answers the id of the submission. */
export async function buildVersion(connection: Connection, input: BuiltVersion): Promise<string> {
  const { classId, activityId, companyId, memberId, text, now, tenths, rubric, returnedFor } = input
  const { title = '团队诊断报告', comment = returnedFor ?? text } = input
  const isMarked = tenths !== undefined
  const [state, submitted] =
    returnedFor === undefined
      ? isMarked
        ? (['marked', 'accepted'] as const)
        : (['waiting', 'waiting'] as const)
      : (['returned', 'returned'] as const)
  const submissionId = await buildSubmission(connection, {
    ...{ companyId, kind: 'homework', subjectId: classId, partId: activityId, memberId, submittedAt: now, text },
    ...{ title, state: submitted, opinion: returnedFor ?? '' },
  })
  const db = homeworkTables(connection)
  const place = { activity_id: activityId, member_id: memberId, company_id: companyId }
  const isPassed = isMarked && tenths >= 600
  await db
    .insertInto('homework.work')
    .values({
      ...{ ...place, class_id: classId, submission_id: submissionId, state, versions: 1, first_at: now },
      ...{ submitted_at: now, tenths: tenths ?? null, is_passed: isPassed },
    })
    .execute()
  if (state !== 'waiting')
    await db
      .insertInto('homework.mark')
      .values({
        ...{ ...place, submission_id: submissionId, tenths: tenths ?? null, max_tenths: 1000, comment },
        rubric: rubric ? JSON.stringify(rubric.criteria) : null,
        levels: rubric ? JSON.stringify(rubric.levels) : null,
      })
      .execute()
  return submissionId
}

/** Rows of every other table, for the tests of hostile calls. */
export async function buildDraftAndArchive(
  connection: Connection,
  {
    classId,
    activityId,
    companyId,
    memberId,
    text,
    now,
  }: Pick<BuiltVersion, 'classId' | 'activityId' | 'companyId' | 'memberId' | 'text' | 'now'>,
): Promise<void> {
  const db = homeworkTables(connection)
  const place = { activity_id: activityId, class_id: classId, company_id: companyId }
  await db
    .insertInto('homework.draft')
    .values({ ...place, member_id: memberId, text, file_ids: [], saved_at: now })
    .execute()
  await db
    .insertInto('homework.archive')
    .values({ ...place, id: uuid(), requested_by: memberId, state: 'failed', file_count: 1, created_at: now })
    .execute()
}
