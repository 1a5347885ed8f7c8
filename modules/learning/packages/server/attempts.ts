/** Results of a member in a package. They come from its units, are never revoked, and are announced to listeners when they count. */
import { sql } from 'kysely'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { missingSql, openSinceSql, type SeenLaunch } from './credible-time.ts'
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
  readonly countsSince: number | null
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

/** What comes on top of the results of the units. */
export interface Update {
  readonly now: number
  /** Time of learning that a commit has credited. */
  readonly creditedMs?: number
  /** The open player that this comes from. */
  readonly launch?: SeenLaunch
  readonly whole?: WholeResult | undefined
  /** Somebody has waived it: nothing waits. */
  readonly isWaived?: boolean
}

/** In milliseconds; null where nothing has to wait. */
export interface Credibility {
  /** How long the package has to be open until its result counts. */
  readonly waitsMs: number | null
  /** The same, also where there is no result yet. */
  readonly missingMs: number | null
}

const nothingWaits: Credibility = { waitsMs: null, missingMs: null }

/** Until the transaction ends, nobody else changes the attempt or what belongs to it. */
export async function lockAttempt(db: PackagesDb, { id }: Pick<Attempt, 'id'>): Promise<void> {
  await sql`select 1 from packages.attempt where id = ${id} for update`.execute(db)
}

/**
 * Puts the attempt together from its units and from the credited time, and tells it where it has changed. A package is
 * completed with all of its units (of cmi5: when each meets its moveOn), or when `whole` says so; passed where none failed
 * and one says that it is passed; its score is their mean. A result counts when the package was open for long enough.
 * The caller has locked the attempt.
 */
export async function updateAttempt(
  db: PackagesDb,
  attempt: Attempt,
  { now, creditedMs = 0, launch, whole = nothingSaid, isWaived = false }: Update,
): Promise<Credibility> {
  const { completed: isWhole, passed, scorePercent } = whole
  const { rows } = await sql<Standing & { missingMs: number | null; waits: boolean; before: Standing }>`
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
    before as (select * from packages.attempt where id = ${attempt.id} for update),
    said as (
      select a.id, a.counts_since, a.awaited_ms, p.shortest_ms, a.open_ms + ${openSinceSql(launch, now)}
          as open_ms,
        a.total_ms + ${creditedMs}::bigint as total_ms,
        coalesce(a.completed_at, case when ${isWhole} or units.completed = units.all_units then ${now}::bigint end)
          as completed_at,
        case when a.passed then true else coalesce(${passed}::boolean, units.passed, a.passed) end as passed
      from before a join packages.package p on p.id = a.package_id cross join units),
    weighed as (
      select said.*, (completed_at is not null or passed is true) and counts_since is null as is_new,
        ${missingSql} as missing_ms
      from said)
    update packages.attempt a set
      completed_at = w.completed_at, passed = w.passed,
      score_percent = greatest(a.score_percent, round(coalesce(${scorePercent}::numeric, units.score), 3)),
      progress_percent = case when w.completed_at is not null then 100
        else greatest(a.progress_percent, least(units.progress, 99)) end,
      total_ms = w.total_ms, updated_at = ${now},
      open_ms = case when w.is_new and w.missing_ms <= 0 then greatest(w.open_ms, w.total_ms) else w.open_ms end,
      seen_at = coalesce(${launch ? now : null}::bigint, a.seen_at),
      seen_launch_id = coalesce(${launch?.id ?? null}::uuid, a.seen_launch_id),
      counts_since = case when w.is_new and (${isWaived} or w.missing_ms <= 0) then ${now}::bigint
        else a.counts_since end,
      awaited_ms = case when w.is_new and not ${isWaived}::boolean and w.missing_ms > 0
        then coalesce(a.awaited_ms, w.shortest_ms) else a.awaited_ms end
    from weighed w, units, before b where a.id = w.id and b.id = w.id
    returning a.completed_at as "completedAt", a.passed, a.score_percent as "scorePercent",
      a.progress_percent as "progressPercent", a.total_ms as "totalMs", a.counts_since as "countsSince",
      a.course_id as "courseId", a.section_id as "sectionId",
      w.is_new and a.counts_since is null as waits,
      case when a.counts_since is null and w.missing_ms > 0 then w.missing_ms end as "missingMs",
      jsonb_build_object('completedAt', b.completed_at, 'passed', b.passed, 'scorePercent', b.score_percent::text,
        'progressPercent', b.progress_percent, 'totalMs', b.total_ms, 'countsSince', b.counts_since) as before`.execute(
    db,
  )
  const [after] = rows
  if (!after) return nothingWaits
  const missingMs = after.missingMs === null ? null : Number(after.missingMs)
  const waitsMs = after.waits ? missingMs : null
  if (waitsMs !== null || hasChanged(after.before, after)) await announce(db, attempt, { ...after, waitsMs }, now)
  return attempt.isPreview ? nothingWaits : { waitsMs, missingMs }
}

/** What waits is announced as not there yet. */
async function announce(
  db: PackagesDb,
  { companyId, memberId, packageId }: Attempt,
  after: Standing & { readonly waitsMs: number | null },
  now: number,
): Promise<void> {
  const { courseId, sectionId, waitsMs } = after
  if (courseId === null || sectionId === null) return
  const counts = after.countsSince !== null
  const outcome = {
    companyId,
    memberId,
    packageId,
    registrationKey: { courseId, sectionId },
    completed: counts && after.completedAt !== null,
    passed: after.passed === true && !counts ? null : after.passed,
    scorePercent: after.scorePercent === null ? null : Number(after.scorePercent),
    progressPercent: counts ? after.progressPercent : Math.min(99, after.progressPercent),
    totalSeconds: Math.floor(after.totalMs / 1000),
    waitsMs,
    now,
  }
  for (const listener of packageOutcome.all()) await listener.outcome(db, outcome)
}

function hasChanged(before: Standing, after: Standing): boolean {
  const names = ['completedAt', 'passed', 'scorePercent', 'progressPercent', 'countsSince'] as const
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
