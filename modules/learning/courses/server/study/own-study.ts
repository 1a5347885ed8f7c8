/** How far the caller is in courses, with the figures that change all day: one statement for all of a page. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type FiguresRow, figuresOfRow, figuresSql } from '#modules/content/topics/server.ts'
import { businessType, type CourseCard, type StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { isFinishedStatus } from './completion-rules.ts'
import { type KnownCourse, knownCourses, type ownFields } from './known-courses.ts'
import { knownOutlines, type Outline } from './outlines.ts'
import { openRoundSql } from './retakes.ts'

/** Progress of the learner of registration `r` in the version that they are on, as `g`. */
export const progressSql = sql`left join lateral (
  select count(*)::int as required_count, count(p.finished_at)::int as finished_count,
    (coalesce(sum(case when p.finished_at is not null then 100
      else least(99, coalesce(p.covered::bigint * 100 / p.needed, 0)) end), 0) / greatest(count(*), 1))::int as percent_mean
  from courses.section s left join courses.section_progress p
    on p.member_id = r.member_id and p.course_id = r.course_id and p.section_id = s.id
  where r.member_id is not null and s.version_id = r.version_id and s.required) g on true`

/** Needs `r` and `g`. */
export const percentSql = sql`case when r.status in (2, 4) then 100 else least(99, coalesce(g.percent_mean, 0)) end`

export interface OwnRow extends FiguresRow {
  readonly id: string
  readonly learner_count: number
  readonly share_count: number
  readonly study_status: StudyStatus | null
  readonly version_id: string | null
  readonly started_at: number | null
  readonly touched_at: number | null
  readonly last_section_id: string | null
  readonly opened_at: number | null
  readonly due_at: number | null
}

export interface ListedRow extends OwnRow {
  /** The sections that were started, `<id> <percent> <id> <percent> …`; null where nothing depends on it. */
  readonly started: string | null
}

/** `select ${ownColumns} from … ${ownSources(caller, sql`page.id`)}` */
export const ownColumns = sql`coalesce(k.learner_count, 0) as learner_count, coalesce(k.share_count, 0) as share_count,
  f.comment_count, f.score_count, f.score_sum, r.status as study_status, r.version_id, r.started_at, r.touched_at,
  r.last_section_id, again.opened_at, again.due_at`

/** What `progressIn` takes of a course that is not finished, or studied once more. A text: JSON takes longer to make. */
export const startedSql = sql`
  case when r.status not in (2, 4) or again.round_id is not null then (
    select string_agg(p.section_id || case when p.finished_at is not null then ' 100'
      else ' ' || least(99, p.covered::bigint * 100 / p.needed) end, ' ')
    from courses.section_progress p where p.member_id = r.member_id and p.course_id = r.course_id) end as started`

export function ownSources(caller: Caller, courseId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = ${courseId}
    ${registeredSources(caller, courseId)}`
}

/** As `ownSources`, where `r` is there already. */
export function registeredSources(caller: Caller, courseId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join courses.course_counter k on k.course_id = ${courseId}
    left join ${figuresSql(caller.companyId, businessType)} f on f.business_id = ${courseId}
    ${openRoundSql}`
}

/** The rows of these courses, in their order. */
export async function ownRows(db: CoursesDb, caller: Caller, ids: readonly string[]): Promise<readonly ListedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListedRow>`
    select page.id, ${ownColumns}, ${startedSql} from unnest(${[...ids]}::uuid[]) with ordinality page (id, place)
    ${ownSources(caller, sql`page.id`)} order by page.place`.execute(db)
  return rows
}

export interface Progress {
  /** Mean of the required sections' percent; where all are finished, the course may not be so yet. */
  readonly percent: number
  readonly finishedCount: number
  readonly requiredCount: number
}

/** The mean of the required sections' percent, as cards show it of a course that is not finished. */
export function meanPercent(percents: readonly number[]): number {
  const sum = percents.reduce((total, percent) => total + percent, 0)
  return Math.min(99, Math.round(sum / Math.max(1, percents.length)))
}

function percentsOf(started: string | null): ReadonlyMap<string, number> {
  const parts = started?.split(' ') ?? []
  const percents = new Map<string, number>()
  for (let at = 0; at < parts.length; at += 2) percents.set(parts[at] ?? '', Number(parts[at + 1]))
  return percents
}

/** Progress in the required sections of the version. */
function progressIn(outline: Outline | undefined, started: string | null): Progress {
  const percentOf = percentsOf(started)
  const required = (outline?.sections ?? []).filter(({ isRequired }) => isRequired === 1)
  const percents = required.map(({ id }) => percentOf.get(id) ?? 0)
  const finishedCount = percents.filter((percent) => percent === 100).length
  return { percent: meanPercent(percents), finishedCount, requiredCount: required.length }
}

type OwnFields = Pick<CourseCard, (typeof ownFields)[number]>

/** What of a card is not kept. */
export function ownFieldsOf(row: OwnRow, percent: number): OwnFields {
  const { study_status: status } = row
  return {
    learnerCount: row.learner_count,
    shareCount: row.share_count,
    ...figuresOfRow(row),
    study:
      status === null
        ? null
        : {
            status,
            percent: isFinishedStatus(status) ? 100 : percent,
            lastStudiedAt: row.started_at === null ? null : row.touched_at,
            lastSectionId: row.last_section_id,
          },
  }
}

export interface ListedCourse {
  readonly course: KnownCourse
  readonly row: ListedRow
  /** Of the version that the caller is on. */
  readonly outline: Outline | undefined
  readonly progress: Progress
  readonly own: OwnFields
}

/** The rows with what is known of their courses, in their order. A course that is not there any more is left out. */
export async function listedCourses(
  db: CoursesDb,
  caller: Caller,
  rows: readonly ListedRow[],
): Promise<ListedCourse[]> {
  const versions = rows.flatMap(({ version_id: id, started, last_section_id: last }) =>
    id && (started || last) ? [id] : [],
  )
  const courses = await knownCourses(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  const outlines = await knownOutlines(db, caller, versions)
  return rows.flatMap((row) => {
    const course = courses.get(row.id)
    if (!course) return []
    const outline = outlines.get(row.version_id ?? '')
    const progress = progressIn(outline, row.started)
    return { course, row, outline, progress, own: ownFieldsOf(row, progress.percent) }
  })
}
