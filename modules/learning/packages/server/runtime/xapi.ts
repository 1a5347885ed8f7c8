/** Content that speaks xAPI: it says and sees what is its learner's, and nothing else of the record store. */
import {
  actorKey,
  answerLaunched,
  Forbidden,
  type JsonObject,
  type LaunchedContent,
} from '#modules/learning/xapi/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { actorOf, keepUnitResult, learnerName, lockAttempt, updateAttempt } from '../attempts.ts'
import { packagesTables } from '../db.ts'
import type { OpenLaunch } from '../open-launch.ts'
import { admitCmi5 } from './cmi5-session.ts'
import { authorityOf, type Speaking } from './speaking.ts'
import { objectIdOf, partOf, resultOf } from './statements.ts'
import { type LaunchedUnit, type UnitLaunch, unitOfLaunch } from './unit-launches.ts'

export type RecordRequest = Parameters<typeof answerLaunched>[4]
type RecordAnswer = Awaited<ReturnType<typeof answerLaunched>>

function assertOwn(actor: unknown, launch: OpenLaunch): void {
  const key = actorKey((actor ?? {}) as JsonObject)
  if (key === undefined || !key.endsWith(`|${launch.attempt.memberId}`))
    throw new Forbidden('actor: content speaks of the learner it was launched for, and of nobody else')
}

function assertAsks(
  launch: OpenLaunch,
  resource: string,
  query: Readonly<Record<string, string>>,
  method: string,
): void {
  if (resource === 'activities') return
  if (resource === 'statements' && method !== 'GET') return
  // What all learners share may be read; only an administrator's credentials write it.
  if (resource === 'activities/profile' && method === 'GET') return
  if (query.agent === undefined) throw new Forbidden('agent: must be given, and be the learner')
  let agent: unknown
  try {
    agent = JSON.parse(query.agent)
  } catch {
    throw new Forbidden('agent: is no JSON')
  }
  assertOwn(agent, launch)
}

async function admit(db: Connection, speaking: Speaking, statements: readonly JsonObject[]): Promise<void> {
  const { launch, unit, now } = speaking
  const { attempt } = launch
  for (const statement of statements) {
    assertOwn(statement.actor, launch)
    const { registration } = partOf(statement, 'context')
    if (registration !== undefined && String(registration).toLowerCase() !== attempt.id)
      throw new Forbidden('context.registration: is another than the one of this launch')
  }
  const tables = packagesTables(db)
  // One after the other: of two units that finish at the same time, the later one sees both.
  await lockAttempt(tables, attempt)
  if (launch.kind === 'cmi5') await admitCmi5(db, speaking, statements)
  else
    for (const statement of statements)
      if (objectIdOf(statement) === unit.identifier)
        await keepUnitResult(tables, attempt, unit.id, resultOf(statement), now)
  await updateAttempt(tables, attempt, { now, launch })
}

/** Of a preview nothing reaches the record store: what is said is answered as if it had. */
function previewAnswer(resource: string, { method }: RecordRequest): RecordAnswer | undefined {
  if (resource === 'statements' && method === 'POST') return { status: 200, body: [] }
  return method === 'GET' ? undefined : { status: 204 }
}

export async function answerRecords(
  connection: Connection,
  outside: Outside,
  { launch, unitLaunch }: { readonly launch: OpenLaunch; readonly unitLaunch: UnitLaunch },
  resource: string,
  request: RecordRequest,
): Promise<RecordAnswer> {
  const unit = await unitOfLaunch(packagesTables(connection), launch, unitLaunch.unit_id)
  if (!unit) return { status: 403, body: { message: 'the unit is not there any more' } }
  const answer = launch.attempt.isPreview && previewAnswer(resource, request)
  if (answer) return answer
  const speaking = { launch, unit, unitLaunch, outside, now: outside.clock.now() }
  const content: LaunchedContent = {
    companyId: launch.attempt.companyId,
    authority: authorityOf(outside),
    mayAsk: (name, { query, method }) => assertAsks(launch, name, query, method),
    admit: (db, statements) => admit(db, speaking, statements),
  }
  return answerLaunched(connection, outside, content, resource, request)
}

/** The parameters with which a unit that speaks plain xAPI is opened. */
export async function xapiParameters(
  db: Connection,
  outside: Outside,
  launch: OpenLaunch,
  unit: LaunchedUnit,
  endpoint: { readonly url: string; readonly credentials: string },
): Promise<Record<string, string>> {
  const actor = actorOf(launch.attempt, await learnerName(db, launch.attempt), outside.config.publicUrl)
  return {
    endpoint: endpoint.url,
    auth: `Basic ${endpoint.credentials}`,
    actor: JSON.stringify(actor),
    registration: launch.attempt.id,
    activity_id: unit.identifier,
  }
}
