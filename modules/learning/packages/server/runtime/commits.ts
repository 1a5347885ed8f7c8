/** What the player sends while a SCORM unit runs: numbered, so that repeats and stragglers change nothing. */
import { sql } from 'kysely'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { LAUNCH_SUPERSEDED, type PackageCommit, type PackageKind } from '../../contract.ts'
import { type Credibility, keepUnitResult, lockAttempt, updateAttempt } from '../attempts.ts'
import type { PackagesDb } from '../db.ts'
import type { OpenLaunch } from '../open-launch.ts'
import type { UnitFacts } from '../prepare/manifest.ts'
import { type Cmi, type Interaction, interactionsOf, type ScormVersion, scormResult, sessionMs } from './scorm-data.ts'

/** Deeper than any data model of SCORM. */
const depthMax = 100

const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

/** PostgreSQL holds no NUL and no half surrogates, neither in values nor in names. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'cmi', rule: 'depth', message: `at most ${depthMax} levels` }] })
  }
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [clean(name), cleaned(one, depth + 1)]))
}

function storable(value: Cmi | readonly Interaction[]): string {
  return JSON.stringify(cleaned(value))
}

/** Refuses what is older than the newest opening of the player: there, other data may have been written since. */
async function assertNewest(db: PackagesDb, launch: OpenLaunch): Promise<void> {
  const newer = await db
    .selectFrom('packages.launch')
    .select('id')
    .where('attempt_id', '=', launch.attempt.id)
    .where('launched_at', '>', launch.launchedAt)
    .where('sequence', '>', 0)
    .limit(1)
    .executeTakeFirst()
  if (newer) throw refuse(LAUNCH_SUPERSEDED)
}

/**
 * The clock of this opening, in milliseconds: it ends when the server has heard nothing for too long. What earlier openings
 * were credited while it ran, and while they ran themselves, is taken off: all of them together gain no more than one did.
 */
async function clockOf(db: PackagesDb, launch: OpenLaunch, now: number): Promise<number> {
  const until = Math.min(now, launch.expiresAt)
  const { rows } = await sql<{ left: number | null }>`
    select min(${until}::bigint - e.launched_at - e.credited) as left from (
      select launched_at, sum(credited_ms) over (order by launched_at desc, id desc)::bigint as credited
      from packages.launch
      where attempt_id = ${launch.attempt.id} and (launched_at, id) < (${launch.launchedAt}::bigint, ${launch.id}::uuid)) e`.execute(
    db,
  )
  return Math.max(0, Math.min(until - launch.launchedAt, Number(rows[0]?.left ?? until)))
}

/** What of the reported time is believed: the clock's at most. Answers what comes on top of what was credited. */
async function takeTurn(
  db: PackagesDb,
  launch: OpenLaunch,
  commit: PackageCommit,
  now: number,
): Promise<number | undefined> {
  const believed = Math.min(commit.activeMs, await clockOf(db, launch, now))
  const { rows } = await sql<{ added: number }>`
    update packages.launch l set sequence = ${commit.sequence}, credited_ms = greatest(l.credited_ms, ${believed})
    from packages.launch before
    where l.id = ${launch.id} and l.sequence < ${commit.sequence} and before.id = l.id
    returning l.credited_ms - before.credited_ms as added`.execute(db)
  return rows[0] && Number(rows[0].added)
}

export interface CommitAnswer extends Credibility {
  /** A repeat, or one that was overtaken: nothing was changed. */
  readonly isRepeat: boolean
}

interface Arrival {
  readonly now: number
  /** Brought by the site afterwards: it does not show that the player is open. */
  readonly isLate?: boolean
}

export async function acceptCommit(
  db: PackagesDb,
  launch: OpenLaunch,
  commit: PackageCommit,
  { now, isLate = false }: Arrival,
): Promise<CommitAnswer> {
  const { attempt } = launch
  // One after the other: the attempt is the lock.
  await lockAttempt(db, attempt)
  await assertNewest(db, launch)
  const added = await takeTurn(db, launch, commit, now)
  if (added === undefined) return { isRepeat: true, waitsMs: null, missingMs: null }
  if (commit.unitId !== null && isScorm(launch.kind)) await keepUnitData(db, launch, launch.kind, commit, now)
  if (commit.sequencing && launch.kind === 'scorm-2004') await keepSequencing(db, launch, commit.sequencing.state)
  const whole = launch.kind === 'scorm-2004' ? commit.sequencing : undefined
  const update = { now, creditedMs: added, whole, ...(!isLate && { launch }) }
  return { isRepeat: false, ...(await updateAttempt(db, attempt, update)) }
}

async function keepSequencing(db: PackagesDb, { attempt }: OpenLaunch, state: string): Promise<void> {
  await db
    .updateTable('packages.attempt')
    .set({ sequencing: clean(state) })
    .where('id', '=', attempt.id)
    .execute()
}

function isScorm(kind: PackageKind): kind is ScormVersion {
  return kind === 'scorm-1.2' || kind === 'scorm-2004'
}

async function keepUnitData(
  db: PackagesDb,
  launch: OpenLaunch,
  version: ScormVersion,
  { unitId, cmi }: PackageCommit,
  now: number,
): Promise<void> {
  const { attempt } = launch
  const unit = await db
    .selectFrom('packages.unit')
    .select(['id', 'facts'])
    .where('id', '=', unitId)
    .where('package_id', '=', attempt.packageId)
    .where('href', 'is not', null)
    .executeTakeFirst()
  // A unit of another package: nothing of it is this learner's.
  if (!unit) return
  const facts = unit.facts as UnitFacts
  const result = facts.isAsset ? { completed: true } : scormResult(version, cmi, facts)
  await keepUnitResult(db, attempt, unit.id, result, now)
  if (facts.isAsset) return
  const session = Math.min(sessionMs(version, cmi), now - launch.launchedAt)
  await sql`
    update packages.unit_state set cmi = ${storable(cmi)}::jsonb,
      total_ms = greatest(total_ms, time_base_ms + ${session})
    where attempt_id = ${attempt.id} and unit_id = ${unit.id}`.execute(db)
  await keepInteractions(db, launch, unit.id, cmi, now)
}

async function keepInteractions(
  db: PackagesDb,
  { attempt }: OpenLaunch,
  unitId: string,
  cmi: Cmi,
  now: number,
): Promise<void> {
  const interactions = interactionsOf(cmi)
  if (interactions.length === 0) return
  await sql`
    insert into packages.interaction (attempt_id, unit_id, company_id, position, identifier, content, answered_at)
    select ${attempt.id}, ${unitId}, ${attempt.companyId}, i.position, i.identifier, i.content, ${now}
    from jsonb_to_recordset(${storable(interactions)}::jsonb)
      i (position integer, identifier text, content jsonb)
    on conflict (attempt_id, unit_id, position) do update
      set identifier = excluded.identifier, content = excluded.content, answered_at = excluded.answered_at
      where packages.interaction.content is distinct from excluded.content`.execute(db)
}
