/** The rules of a cmi5 session (specification 9 and 10): what may be said when, and what follows from it. */
import { sql } from 'kysely'
import { Forbidden, type JsonObject } from '#modules/learning/xapi/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { keepUnitResult } from '../attempts.ts'
import { type PackagesDb, packagesTables } from '../db.ts'
import { activityIdOf, cmi5Category, sessionExtension } from './cmi5-launch.ts'
import { satisfyUnit } from './cmi5-satisfied.ts'
import type { Speaking } from './speaking.ts'
import { objectIdOf, partOf, resultOf, verbOf, verbs } from './statements.ts'
import type { UnitLaunch } from './unit-launches.ts'

type SessionState = Pick<UnitLaunch, 'initialized_at' | 'terminated_at' | 'abandoned_at' | 'completed_at' | 'judged_at'>

const definedVerbs: ReadonlySet<string> = new Set([
  verbs.initialized,
  verbs.completed,
  verbs.passed,
  verbs.failed,
  verbs.terminated,
])

function refuse(why: string): never {
  throw new Forbidden(`cmi5: ${why}`)
}

function isDefined(statement: JsonObject): boolean {
  const categories = partOf(statement, 'context', 'contextActivities').category
  const list = (Array.isArray(categories) ? categories : [categories]) as readonly (JsonObject | undefined)[]
  return list.some((category) => category?.id === cmi5Category)
}

/** Standing of the registration, which outlives the session: completed and passed are said once each. */
interface Standing {
  readonly isCompleted: boolean
  readonly isPassed: boolean
}

async function standingOf(db: PackagesDb, { launch, unit }: Speaking): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select s.completed_at is not null as "isCompleted", coalesce(s.passed, false) as "isPassed"
    from packages.unit_state s where s.attempt_id = ${launch.attempt.id} and s.unit_id = ${unit.id}`.execute(db)
  return rows[0] ?? { isCompleted: false, isPassed: false }
}

function assertSession(statement: JsonObject, speaking: Speaking): void {
  const { unit, unitLaunch, outside } = speaking
  if (objectIdOf(statement) !== activityIdOf(outside, unit)) refuse('object.id must be the activityId of the launch')
  const { registration, extensions } = partOf(statement, 'context')
  if (registration === undefined) refuse('context.registration must be given')
  if ((extensions as JsonObject | undefined)?.[sessionExtension] !== unitLaunch.id)
    refuse('the session id must be the one of LMS.LaunchData')
}

function assertScore(statement: JsonObject, mastery: number | undefined): void {
  const { scaled } = partOf(statement, 'result', 'score')
  const { success } = partOf(statement, 'result')
  const isPassed = verbOf(statement) === verbs.passed
  if (success !== isPassed) refuse(`result.success must be ${isPassed}`)
  if (mastery === undefined || typeof scaled !== 'number') return
  if (isPassed && scaled < mastery) refuse('passed with a score below the mastery score')
  if (!isPassed && scaled >= mastery) refuse('failed with a score that reaches the mastery score')
}

/** Refuses what may not be said at this point; answers where the session stands afterwards. */
function step(statement: JsonObject, state: SessionState, standing: Standing, speaking: Speaking): SessionState {
  const { now, unit, launch } = speaking
  const verb = verbOf(statement)
  if (state.terminated_at !== null) refuse('the session is terminated')
  if (state.abandoned_at !== null) refuse('the session is abandoned')
  if (!isDefined(statement)) {
    if (state.initialized_at === null) refuse('initialized must be said first')
    return state
  }
  if (!definedVerbs.has(verb)) refuse('the verb is none that content says with this category')
  assertSession(statement, speaking)
  if (verb === verbs.initialized) {
    if (state.initialized_at !== null) refuse('initialized is said once')
    return { ...state, initialized_at: now }
  }
  if (state.initialized_at === null) refuse('initialized must be said first')
  if (verb === verbs.terminated) return { ...state, terminated_at: now }
  if (launch.attempt.isPreview) refuse('only initialized and terminated are said in this mode')
  if (verb === verbs.completed) {
    if (standing.isCompleted || state.completed_at !== null) refuse('completed is said once')
    if (partOf(statement, 'result').completion !== true) refuse('result.completion must be true')
    return { ...state, completed_at: now }
  }
  if (standing.isPassed || state.judged_at !== null) refuse('passed or failed is said once, and nothing after passed')
  assertScore(statement, unit.facts.scaledPassingScore)
  return { ...state, judged_at: now }
}

export async function admitCmi5(db: Connection, speaking: Speaking, statements: readonly JsonObject[]): Promise<void> {
  const tables = packagesTables(db)
  const { launch, unitLaunch } = speaking
  let state: SessionState = await tables
    .selectFrom('packages.unit_launch')
    .select(['initialized_at', 'terminated_at', 'abandoned_at', 'completed_at', 'judged_at'])
    .where('id', '=', unitLaunch.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  let standing = await standingOf(tables, speaking)
  for (const statement of statements) {
    state = step(statement, state, standing, speaking)
    if (!isDefined(statement)) continue
    await keepCmi5Result(tables, speaking, statement)
    standing = await standingOf(tables, speaking)
  }
  await tables.updateTable('packages.unit_launch').set(state).where('id', '=', unitLaunch.id).execute()
  if (launch.attempt.isPreview) return
  await satisfy(db, speaking)
}

/** `passed` alone does not complete; the moveOn of the unit decides. */
async function keepCmi5Result(db: PackagesDb, speaking: Speaking, statement: JsonObject): Promise<void> {
  const { launch, unit, now } = speaking
  const isCompleted = verbOf(statement) === verbs.completed
  await keepUnitResult(db, launch.attempt, unit.id, { ...resultOf(statement), completed: isCompleted }, now)
}

const conditions: Readonly<Record<string, (standing: Standing) => boolean>> = {
  Passed: ({ isPassed }) => isPassed,
  Completed: ({ isCompleted }) => isCompleted,
  CompletedAndPassed: ({ isPassed, isCompleted }) => isPassed && isCompleted,
  CompletedOrPassed: ({ isPassed, isCompleted }) => isPassed || isCompleted,
  NotApplicable: () => true,
}

/** The unit that meets its moveOn is satisfied. */
async function satisfy(db: Connection, speaking: Speaking): Promise<void> {
  const { launch, unit, unitLaunch, outside, now } = speaking
  const meets = conditions[unit.facts.moveOn ?? 'NotApplicable'] ?? (() => false)
  if (!meets(await standingOf(packagesTables(db), speaking))) return
  await satisfyUnit(db, outside, { attempt: launch.attempt, unit, sessionId: unitLaunch.id }, now)
}
