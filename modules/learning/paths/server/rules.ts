/** The assignment rules of a path, and their effect on a new colleague. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  organizationAndAboveSql,
  organizationNames,
  positionNames,
  timeZoneSql,
} from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { PathRule, RuleInput, SimulatedDay } from '../contract/authoring.ts'
import { type EvaluatedChapter, evaluateChapters } from './completion-rules.ts'
import type { PathsDb } from './db.ts'
import { assignOfCompany } from './jobs.ts'
import { outlineOf } from './outlines.ts'
import { pathLifecycle } from './path-lifecycle.ts'
import { fitsSql } from './registrations.ts'
import { assertOwnOrganizations, everybodyOf } from './scope.ts'

interface RuleRow {
  readonly id: string
  readonly position_ids: string[]
  readonly organization_ids: string[]
  readonly hired_from: string | null
  readonly delay_days: number | null
}

const named = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
  ids.map((id) => ({ id, name: names.get(id) ?? '' }))

export async function rulesOf(db: PathsDb, companyId: string, pathId: string): Promise<PathRule[]> {
  const { rows } = await sql<RuleRow>`
    select id, position_ids, organization_ids, hired_from::text, delay_days from paths.rule
    where path_id = ${pathId} order by sort`.execute(db)
  const positions = await positionNames(
    db,
    companyId,
    rows.flatMap((row) => row.position_ids),
  )
  const organizations = await organizationNames(
    db,
    companyId,
    rows.flatMap((row) => row.organization_ids),
  )
  return rows.map((row) => ({
    id: row.id,
    positions: named(row.position_ids, positions),
    organizations: named(row.organization_ids, organizations),
    hiredFrom: row.hired_from,
    delayDays: row.delay_days,
  }))
}

async function assertKnown(
  db: PathsDb,
  companyId: string,
  positionIds: readonly string[],
  organizationIds: readonly string[],
) {
  const positions = await positionNames(db, companyId, positionIds)
  const organizations = await organizationNames(db, companyId, organizationIds)
  if (positions.size !== new Set(positionIds).size) throw refuse(NOT_FOUND)
  if (organizations.size !== new Set(organizationIds).size) throw refuse(NOT_FOUND)
}

/**
 * Who fits one of them is assigned by a job, at once. Nobody is taken off a path because a rule has gone. A rule reaches as
 * far as its author: other organizations are refused (10138), and one that names none means the author's own.
 */
export async function changeRules(
  db: PathsDb,
  caller: Caller,
  pathId: string,
  input: { readonly revision: number; readonly rules: readonly RuleInput[] },
  now: number,
): Promise<void> {
  const { companyId } = caller
  await pathLifecycle.lockForEdit(db, caller, pathId, input.revision)
  const ids = {
    positions: input.rules.flatMap((rule) => rule.positionIds),
    organizations: input.rules.flatMap((rule) => rule.organizationIds),
  }
  await assertKnown(db, companyId, ids.positions, ids.organizations)
  await assertOwnOrganizations(db, caller, ids.organizations)
  const everybody = everybodyOf(caller)
  await db.deleteFrom('paths.rule').where('path_id', '=', pathId).execute()
  const rows = input.rules.map((rule, sort) => ({
    id: uuid(),
    path_id: pathId,
    company_id: companyId,
    sort,
    position_ids: [...rule.positionIds],
    organization_ids: [...(rule.organizationIds.length > 0 ? rule.organizationIds : everybody)],
    hired_from: rule.hiredFrom,
    delay_days: rule.delayDays,
  }))
  if (rows.length > 0) await db.insertInto('paths.rule').values(rows).execute()
  await pathLifecycle.bump(db, pathId, now)
  await enqueue(db, assignOfCompany, { companyId }, { key: `paths.assign ${companyId}` })
}

export interface SimulationInput {
  readonly positionId?: string
  readonly organizationId?: string
  /** A day as `2026-11-21`; today where nothing is said. */
  readonly hiredOn?: string
  readonly pace?: 'everything' | 'nothing'
  readonly days?: readonly number[]
}

const dayMs = 86_400_000
const daysLookedAt = 730

/** The first day of employment (1 is the day of hiring) on which a rule of the path fits such a member. */
async function firstDay(db: PathsDb, companyId: string, pathId: string, input: SimulationInput, hiredAt: number) {
  const hired = input.hiredOn ?? null
  const day = sql`coalesce(${hired}::date, (to_timestamp(${hiredAt}::bigint / 1000) at time zone ${timeZoneSql(companyId)})::date)`
  const person = sql`(select ${input.positionId ?? null}::uuid as position_id, ${day} as hired_on,
    array(select x.id from ${organizationAndAboveSql(input.organizationId ?? companyId)} as x (id)) as organization_ids)`
  const { rows } = await sql<{ day: number | null }>`
    select min(d.day) + 1 as day from generate_series(0, ${daysLookedAt - 1}::int) as d (day)
    cross join ${person} p join paths.rule r on r.path_id = ${pathId} and ${fitsSql(sql`p.hired_on + d.day`)}`.execute(
    db,
  )
  return rows[0]?.day ?? null
}

async function startOfDay(db: PathsDb, companyId: string, day: string): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from (${day}::date)::timestamp at time zone ${timeZoneSql(companyId)}) * 1000)::bigint as at`.execute(
    db,
  )
  return (rows[0] as { at: number }).at
}

/** Members who do everything that is open, at once, on every day; or nothing. */
function chaptersOn(
  chapters: readonly EvaluatedChapter[],
  pace: SimulationInput['pace'],
  circumstances: Parameters<typeof evaluateChapters>[1],
) {
  const done = chapters.map((chapter) => ({ ...chapter }))
  if (pace === 'nothing') return evaluateChapters(done, circumstances)
  for (const [index, chapter] of chapters.entries()) {
    if (evaluateChapters(done, circumstances)[index]?.lock) continue
    done[index] = { ...chapter, sections: chapter.sections.map((section) => ({ ...section, isFinished: true })) }
  }
  return evaluateChapters(done, circumstances)
}

/** The view of a member in this position. It uses the same completion rules as real learners. */
export async function simulatePath(db: PathsDb, caller: Caller, pathId: string, input: SimulationInput, now: number) {
  const { companyId } = caller
  const path = await pathLifecycle.getEditable(db, caller, pathId)
  const { positionId, organizationId, days = [1, 10, 30] } = input
  await assertKnown(db, companyId, positionId ? [positionId] : [], organizationId ? [organizationId] : [])
  const hiredAt = input.hiredOn === undefined ? now : await startOfDay(db, companyId, input.hiredOn)
  const assignedOnDay = await firstDay(db, companyId, pathId, input, hiredAt)
  const chapters = (await outlineOf(db, pathId)).map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      isAvailable: true,
      isFinished: false,
      isOpened: false,
    })),
  }))
  const simulated = days
    .toSorted((a, b) => a - b)
    .map((day): SimulatedDay => {
      const at = hiredAt + (day - 1) * dayMs
      const isAssigned = assignedOnDay !== null && assignedOnDay <= day
      const registeredAt = hiredAt + ((assignedOnDay ?? day) - 1) * dayMs
      const verdicts = chaptersOn(chapters, input.pace, { learnSequence: path.learnSequence, registeredAt, now: at })
      return {
        day,
        at,
        isAssigned,
        chapters: chapters.map(({ id, title, sections }, index) => {
          const lock = verdicts[index]?.lock ?? null
          return { id, title, isOpen: isAssigned && lock === null, lock, sectionCount: sections.length }
        }),
      }
    })
  return { assignedOnDay, days: simulated }
}
