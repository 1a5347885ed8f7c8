/** Results of a member in a package. They come from its units, are never revoked, and are announced to listeners. */
import { sql } from 'kysely'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { PackagesDb } from './db.ts'
import { packageOutcome } from './outcome.ts'

/** An attempt as the run-times work with it. */
export interface Attempt {
  readonly id: string
  readonly companyId: string
  readonly packageId: string
  readonly memberId: string
  readonly isPreview: boolean
}

/** What a run-time says of a unit; what it leaves out stays as it is. */
export interface UnitResult {
  readonly completed?: boolean
  readonly passed?: boolean
  /** From 0 to 100. */
  readonly scorePercent?: number
  readonly progressPercent?: number
}

/** Keeps the best: what is completed or passed stays so, scores and progress only rise. */
export async function keepUnitResult(
  db: PackagesDb,
  attempt: Attempt,
  unitId: string,
  result: UnitResult,
  now: number,
): Promise<void> {
  const { completed = false, passed = null, scorePercent = null, progressPercent = 0 } = result
  const completedAt = completed ? now : null
  await sql`
    insert into packages.unit_state (attempt_id, unit_id, company_id, completed_at, passed, score_percent,
      progress_percent, updated_at)
    values (${attempt.id}, ${unitId}, ${attempt.companyId}, ${completedAt}, ${passed}, ${scorePercent},
      ${completed ? 100 : Math.min(99, progressPercent)}, ${now})
    on conflict (attempt_id, unit_id) do update set
      completed_at = coalesce(packages.unit_state.completed_at, excluded.completed_at),
      passed = case when packages.unit_state.passed then true else coalesce(excluded.passed, packages.unit_state.passed) end,
      score_percent = greatest(packages.unit_state.score_percent, excluded.score_percent),
      progress_percent = greatest(packages.unit_state.progress_percent, excluded.progress_percent),
      updated_at = excluded.updated_at`.execute(db)
}

interface Standing {
  readonly completedAt: number | null
  readonly passed: boolean | null
  readonly scorePercent: string | null
  readonly progressPercent: number
  readonly totalMs: number
  readonly courseId: string | null
  readonly sectionId: string | null
}

/** What a run-time says of the package as a whole, by rules that only it knows. */
export interface WholeResult {
  readonly completed: boolean
  readonly passed: boolean | null
  readonly scorePercent: number | null
}

const nothingSaid: WholeResult = { completed: false, passed: null, scorePercent: null }

/**
 * Puts the attempt together from its units and from the credited time, and tells it where it has changed. A package is
 * completed with all of its units (of cmi5: when each meets its moveOn), or when `whole` says so; passed where none failed and one says that it is passed; its score is their mean.
 */
export async function updateAttempt(
  db: PackagesDb,
  attempt: Attempt,
  creditedMs: number,
  now: number,
  whole = nothingSaid,
): Promise<void> {
  const { completed: isWhole, passed, scorePercent } = whole
  const { rows } = await sql<Standing & { before: Standing }>`
    with states as (
      select s.passed, s.score_percent, s.progress_percent,
        case when p.kind = 'cmi5' then s.satisfied_at else s.completed_at end is not null as is_done
      from packages.package p join packages.unit u on u.package_id = p.id and u.href is not null
        left join packages.unit_state s on s.unit_id = u.id and s.attempt_id = ${attempt.id}
      where p.id = ${attempt.packageId}),
    units as (
      select count(*) as all_units, count(*) filter (where is_done) as completed, bool_and(passed) as passed,
        avg(score_percent) as score,
        floor(coalesce(sum(case when is_done then 100 else progress_percent end), 0) / count(*))::integer as progress
      from states),
    before as (select * from packages.attempt where id = ${attempt.id} for update)
    update packages.attempt a set
      completed_at = coalesce(a.completed_at, case when ${isWhole} or units.completed = units.all_units then ${now}::bigint end),
      passed = case when a.passed then true else coalesce(${passed}::boolean, units.passed, a.passed) end,
      score_percent = greatest(a.score_percent, round(coalesce(${scorePercent}::numeric, units.score), 3)),
      progress_percent = case when a.completed_at is not null or ${isWhole} or units.completed = units.all_units then 100
        else greatest(a.progress_percent, least(units.progress, 99)) end,
      total_ms = a.total_ms + ${creditedMs}, updated_at = ${now}
    from units, before b where a.id = b.id
    returning a.completed_at as "completedAt", a.passed, a.score_percent as "scorePercent",
      a.progress_percent as "progressPercent", a.total_ms as "totalMs", a.course_id as "courseId",
      a.section_id as "sectionId",
      jsonb_build_object('completedAt', b.completed_at, 'passed', b.passed, 'scorePercent', b.score_percent::text,
        'progressPercent', b.progress_percent, 'totalMs', b.total_ms) as before`.execute(db)
  const [after] = rows
  if (!after || after.courseId === null || after.sectionId === null || !hasChanged(after.before, after)) return
  const outcome = {
    companyId: attempt.companyId,
    memberId: attempt.memberId,
    packageId: attempt.packageId,
    registrationKey: { courseId: after.courseId, sectionId: after.sectionId },
    completed: after.completedAt !== null,
    passed: after.passed,
    scorePercent: after.scorePercent === null ? null : Number(after.scorePercent),
    progressPercent: after.progressPercent,
    totalSeconds: Math.floor(after.totalMs / 1000),
    now,
  }
  for (const listener of packageOutcome.all()) await listener.outcome(db, outcome)
}

function hasChanged(before: Standing, after: Standing): boolean {
  const names = ['completedAt', 'passed', 'scorePercent', 'progressPercent'] as const
  const seconds = ({ totalMs }: Standing) => Math.floor(totalMs / 1000)
  return names.some((name) => before[name] !== after[name]) || seconds(before) !== seconds(after)
}

/** The learner's identity for xAPI content: an account of this platform, without an address. */
export function actorOf(attempt: Attempt, name: string, publicUrl: string) {
  return { objectType: 'Agent', name, account: { homePage: publicUrl, name: attempt.memberId } }
}

/** The member's name as the content shows it. */
export async function learnerName(db: Connection, { companyId, memberId }: Attempt): Promise<string> {
  return (await membersByIds(db, companyId, [memberId])).get(memberId)?.fullName ?? ''
}
