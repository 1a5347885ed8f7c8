/** H5P: its statements decide, and where the learner stopped is kept for the next time. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Body, Id } from '#kit/schema.ts'
import { type JsonObject, storeOwnStatements } from '#modules/learning/xapi/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { actorOf, keepUnitResult, learnerName, lockAttempt, type UnitResult, updateAttempt } from '../attempts.ts'
import { packagesTables } from '../db.ts'
import type { OpenLaunch } from '../open-launch.ts'
import { authorityOf } from './speaking.ts'
import { partOf, resultOf, verbOf, verbs } from './statements.ts'

export const StatementBody = Body({
  /** Made by the player: a repeat changes nothing. */
  id: Id,
  statement: Type.Record(Type.String({ maxLength: 200 }), Type.Unknown()),
})

export const StateBody = Body({ data: Type.String({ maxLength: 1_000_000 }) })

const doneVerbs: ReadonlySet<string> = new Set([verbs.completed, verbs.answered, verbs.passed, verbs.mastered])

/** The content as a whole, not a question within it. */
function isOfWhole(statement: JsonObject): boolean {
  const { parent } = partOf(statement, 'context', 'contextActivities')
  return Array.isArray(parent) ? parent.length === 0 : parent === undefined
}

function h5pResult(statement: JsonObject): UnitResult {
  const { completion } = partOf(statement, 'result')
  return { ...resultOf(statement), completed: completion === true && doneVerbs.has(verbOf(statement)) }
}

async function contentUnit(db: Connection, launch: OpenLaunch): Promise<string> {
  const { id } = await packagesTables(db)
    .selectFrom('packages.unit')
    .select('id')
    .where('package_id', '=', launch.attempt.packageId)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow()
  return id
}

/** Throws the record store's own fault where the statement is none. */
export async function acceptStatement(
  db: Connection,
  outside: Outside,
  launch: OpenLaunch,
  sent: { readonly id: string; readonly statement: JsonObject },
): Promise<void> {
  const { attempt } = launch
  const now = outside.clock.now()
  const tables = packagesTables(db)
  const { authority: _authority, stored: _stored, version: _version, ...said } = sent.statement
  const actor = actorOf(attempt, await learnerName(db, attempt), outside.config.publicUrl)
  const context = { ...partOf(said, 'context'), registration: attempt.id }
  const own = { companyId: attempt.companyId, authority: authorityOf(outside), now }
  if (!attempt.isPreview) await storeOwnStatements(db, own, [{ ...said, id: sent.id, actor, context }])
  await lockAttempt(tables, attempt)
  if (isOfWhole(said)) await keepUnitResult(tables, attempt, await contentUnit(db, launch), h5pResult(said), now)
  await updateAttempt(tables, attempt, { now, launch })
}

/** Where the learner stopped; empty data forget it. */
export async function keepH5pState(db: Connection, launch: OpenLaunch, data: string, now: number): Promise<void> {
  const { attempt } = launch
  const unitId = await contentUnit(db, launch)
  const cmi = JSON.stringify(data === '' ? {} : { state: data.replaceAll('\u0000', '').toWellFormed() })
  await sql`
    insert into packages.unit_state (attempt_id, unit_id, company_id, cmi, updated_at)
    values (${attempt.id}, ${unitId}, ${attempt.companyId}, ${cmi}::jsonb, ${now})
    on conflict (attempt_id, unit_id) do update set cmi = excluded.cmi, updated_at = excluded.updated_at`.execute(
    packagesTables(db),
  )
}
