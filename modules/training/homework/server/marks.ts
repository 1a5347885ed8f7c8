/** What versions were marked by. */
import { sql } from 'kysely'
import type { Submission } from '#kit/submissions.ts'
import type { Mark, TaskRules, Version } from '../contract/shapes.ts'
import type { HomeworkDb } from './db.ts'
import { isLate } from './works.ts'

export interface GivenMark {
  readonly levels: readonly number[] | null
  readonly tenths: number | null
  readonly comment: string
}

/** The mark that follows from what was chosen; undefined where it does not fit the task. A return needs none. */
export function markOf(
  { rubric, maxTenths }: Pick<TaskRules, 'rubric' | 'maxTenths'>,
  { levels, tenths }: Omit<GivenMark, 'comment'>,
  isReturned: boolean,
): { readonly tenths: number | null } | undefined {
  if (rubric === null) {
    if (levels !== null || (tenths ?? 0) > maxTenths) return undefined
    return tenths === null && !isReturned ? undefined : { tenths }
  }
  if (levels === null) return isReturned && tenths === null ? { tenths } : undefined
  if (levels.length !== rubric.length) return undefined
  const chosen = rubric.map((criterion, at) => criterion.levels[levels[at] ?? -1]?.tenths ?? Number.NaN)
  const sum = chosen.reduce((total, one) => total + one, 0)
  return Number.isNaN(sum) || (tenths !== null && tenths !== sum) ? undefined : { tenths: sum }
}

interface Place {
  readonly submissionId: string
  readonly activityId: string
  readonly memberId: string
  readonly companyId: string
}

export async function storeMark(
  db: HomeworkDb,
  place: Place,
  { rubric, maxTenths }: Pick<TaskRules, 'rubric' | 'maxTenths'>,
  { levels, tenths, comment }: GivenMark,
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await sql`
    insert into homework.mark (submission_id, activity_id, member_id, company_id, tenths, max_tenths, rubric, levels, comment)
    values (${place.submissionId}, ${place.activityId}, ${place.memberId}, ${place.companyId}, ${tenths}, ${maxTenths},
      ${json(rubric)}::jsonb, ${json(levels)}::jsonb, ${comment})
    on conflict (submission_id) do update set tenths = excluded.tenths, max_tenths = excluded.max_tenths,
      rubric = excluded.rubric, levels = excluded.levels, comment = excluded.comment`.execute(db)
}

export async function findMark(db: HomeworkDb, submissionId: string): Promise<Mark | undefined> {
  const { rows } = await sql<Mark>`
    select tenths, max_tenths as "maxTenths", rubric, levels, comment from homework.mark
    where submission_id = ${submissionId}`.execute(db)
  return rows[0]
}

/** The versions with their marks. Only the first one can be late. */
export async function withMarks(
  db: HomeworkDb,
  history: readonly Submission[],
  dueAt: number | null,
): Promise<Version[]> {
  const { rows } = await sql<Mark & { id: string }>`
    select submission_id as id, tenths, max_tenths as "maxTenths", rubric, levels, comment from homework.mark
    where submission_id = any(${history.map(({ id }) => id)}::uuid[])`.execute(db)
  const marks = new Map(rows.map(({ id, ...mark }) => [id, mark]))
  return history.map((one) => ({
    ...one,
    isLate: one.round === 1 && isLate(one.submittedAt, dueAt),
    mark: marks.get(one.id) ?? null,
  }))
}
