/** What the player is given: the units with where the learner is in each, and a unit with all that it begins with. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import type { Outside } from '#server/outside.ts'
import { learnerName } from '../attempts.ts'
import { missingSql, waitsSql } from '../credible-time.ts'
import type { PackagesDb } from '../db.ts'
import type { OpenLaunch } from '../open-launch.ts'
import { isForeign } from '../prepare/prepare.ts'
import { launchCmi5 } from '../runtime/cmi5-launch.ts'
import { type Cmi, startData } from '../runtime/scorm-data.ts'
import { addUnitLaunch, type LaunchedUnit, takeCredentials, unitOfLaunch } from '../runtime/unit-launches.ts'
import { xapiParameters } from '../runtime/xapi.ts'

interface UnitRow {
  readonly id: string
  readonly identifier: string
  readonly position: number
  readonly parentPosition: number | null
  readonly title: string
  readonly isLaunchable: boolean
  readonly isHidden: boolean
  readonly isDone: boolean
  readonly passed: boolean | null
}

/** Everything that the player asks for when it opens. */
export async function launchData(db: PackagesDb, launch: OpenLaunch, base: string) {
  const { rows } = await sql<UnitRow & { updatedAt: number | null }>`
    select u.id, u.identifier, u.position, u.parent_position as "parentPosition", u.title, u.href is not null as "isLaunchable",
      coalesce((u.facts ->> 'isHidden')::boolean, false) as "isHidden", s.passed, s.updated_at as "updatedAt",
      case when ${launch.kind} = 'cmi5' then s.satisfied_at else s.completed_at end is not null as "isDone"
    from packages.unit u
      left join packages.unit_state s on s.unit_id = u.id and s.attempt_id = ${launch.attempt.id}
    where u.package_id = ${launch.attempt.packageId} order by u.position`.execute(db)
  const launchable = rows.filter(({ isLaunchable, isHidden }) => isLaunchable && !isHidden)
  const last = launchable.reduce<(typeof rows)[number] | undefined>(
    (latest, row) => ((row.updatedAt ?? 0) > (latest?.updatedAt ?? 0) ? row : latest),
    undefined,
  )
  // Where the learner stopped, else with what is not done, else from the beginning.
  const next = last && !last.isDone ? last : (launchable.find(({ isDone }) => !isDone) ?? launchable[0])
  const { rows: ruled } = await sql<{ sequencing: unknown; state: string | null; waitsMs: number | null }>`
    select p.manifest -> 'sequencing' as sequencing, a.sequencing as state,
      case when ${waitsSql} then greatest(0, ${missingSql}) end as "waitsMs"
    from packages.attempt a join packages.package p on p.id = a.package_id
    where a.id = ${launch.attempt.id}`.execute(db)
  const { sequencing: tree = null, state = null, waitsMs = null } = ruled[0] ?? {}
  return {
    packageId: launch.attempt.packageId,
    kind: launch.kind,
    title: launch.title,
    isPreview: launch.attempt.isPreview,
    launchId: launch.id,
    base,
    sequencing: tree === null ? null : { tree, state },
    /** It was completed or passed sooner than its author finds credible, and has to be open for so long. */
    waitsMs: waitsMs === null ? null : Number(waitsMs),
    startUnitId: next?.id ?? rows.find(({ isLaunchable }) => isLaunchable)?.id ?? null,
    units: rows.map(({ updatedAt: _updatedAt, ...unit }) => unit),
  }
}

function addressOf(unit: LaunchedUnit, base: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(isForeign(unit.href) ? unit.href : `${base}c/${unit.href}`)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Opens a unit. Each kind has its own way to tell the content who learns and where to say so. */
export async function openUnit(
  db: PackagesDb,
  outside: Outside,
  launch: OpenLaunch,
  { unitId, base }: { readonly unitId: string; readonly base: string },
) {
  const unit = idPattern.test(unitId) ? await unitOfLaunch(db, launch, unitId) : undefined
  if (!unit) throw refuse(NOT_FOUND)
  const now = outside.clock.now()
  const opened = { unitId: unit.id, isAsset: unit.facts.isAsset ?? false }
  if (launch.kind === 'cmi5') {
    const input = { base, returnUrl: `${base}~/returned`, now }
    const parameters = await launchCmi5(db, outside, launch, unit, input)
    return { ...opened, url: addressOf(unit, base, parameters), ownWindow: unit.facts.launchMethod === 'OwnWindow' }
  }
  if (launch.kind === 'xapi') {
    const id = await addUnitLaunch(db, launch, unit.id, now)
    const credentials = await takeCredentials(db, launch, id, now)
    if (credentials === undefined) throw new Error('the credentials of a new unit were taken')
    const endpoint = { url: `${base}~/xapi/`, credentials }
    return { ...opened, url: addressOf(unit, base, await xapiParameters(db, outside, launch, unit, endpoint)) }
  }
  const kept = await keptState(db, launch, unit.id)
  if (launch.kind === 'h5p') return { ...opened, url: `${base}c`, state: kept?.cmi.state ?? null }
  const learner = { id: launch.attempt.memberId, name: await learnerName(db, launch.attempt) }
  const start = startData(launch.kind, kept, unit.facts, { learner, isPreview: launch.attempt.isPreview })
  const { isCompletionItsOwn = false, completionThreshold } = unit.facts
  const endsCompleted = !isCompletionItsOwn && completionThreshold === undefined
  return { ...opened, url: addressOf(unit, base, {}), start, endsCompleted }
}

async function keptState(db: PackagesDb, launch: OpenLaunch, unitId: string) {
  // From here on the unit starts a new count of its time, on top of what there is.
  const row = await db
    .updateTable('packages.unit_state')
    .set(({ ref }) => ({ time_base_ms: ref('total_ms') }))
    .where('attempt_id', '=', launch.attempt.id)
    .where('unit_id', '=', unitId)
    .returning(['cmi', 'total_ms'])
    .executeTakeFirst()
  return row && { cmi: row.cmi as Cmi, totalMs: row.total_ms }
}
