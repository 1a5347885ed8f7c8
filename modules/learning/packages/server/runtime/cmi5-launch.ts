/** Launching a unit of cmi5 (specification 8 to 10): parameters, `LMS.LaunchData`, and what the platform itself says. */
import { v5 as nameId } from 'uuid'
import { type JsonObject, putOwnState, storeOwnStatements } from '#modules/learning/xapi/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { actorOf, learnerName } from '../attempts.ts'
import { packagesTables } from '../db.ts'
import type { OpenLaunch } from '../open-launch.ts'
import { authorityOf } from './speaking.ts'
import { verbs } from './statements.ts'
import { addUnitLaunch, type LaunchedUnit } from './unit-launches.ts'

export const cmi5Category = 'https://w3id.org/xapi/cmi5/context/categories/cmi5'
const moveOnCategory = 'https://w3id.org/xapi/cmi5/context/categories/moveon'
const extensions = {
  session: 'https://w3id.org/xapi/cmi5/context/extensions/sessionid',
  masteryScore: 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore',
  launchMode: 'https://w3id.org/xapi/cmi5/context/extensions/launchmode',
  launchUrl: 'https://w3id.org/xapi/cmi5/context/extensions/launchurl',
  moveOn: 'https://w3id.org/xapi/cmi5/context/extensions/moveon',
  launchParameters: 'https://w3id.org/xapi/cmi5/context/extensions/launchparameters',
} as const
export const sessionExtension = extensions.session

/** What the platform calls the unit: the same for every learner, and for no other package. */
export function activityIdOf(outside: Outside, unit: { readonly id: string }): string {
  return `${outside.config.publicUrl}/xapi/activities/package-unit/${unit.id}`
}

/** Tells the platform's own statements apart, so that one made again is the same. */
const namespace = '6f1d0c8e-2f0b-4a6e-9a1f-5f0c6b1d9f11'

export interface OwnStatement {
  readonly verb: keyof typeof verbs
  readonly object: JsonObject
  readonly sessionId: string
  readonly context?: JsonObject
  readonly result?: JsonObject
  readonly isMoveOn?: boolean
}

/** What the platform says of a learner in a session (cmi5 9.3 and 9.6). */
export async function say(
  db: Connection,
  outside: Outside,
  launch: Pick<OpenLaunch, 'attempt'>,
  { verb, object, sessionId, context, result, isMoveOn }: OwnStatement,
  now: number,
): Promise<void> {
  const { attempt } = launch
  if (attempt.isPreview) return
  const actor = actorOf(attempt, await learnerName(db, attempt), outside.config.publicUrl)
  const category = [{ id: cmi5Category }, ...(isMoveOn ? [{ id: moveOnCategory }] : [])]
  const { extensions: more, contextActivities, ...rest } = (context ?? {}) as Record<string, JsonObject>
  const statement = {
    id: nameId([attempt.id, sessionId, verb, String(object.id)].join('\n'), namespace),
    actor,
    verb: { id: verbs[verb], display: { en: verb } },
    object,
    ...(result && { result }),
    context: {
      ...rest,
      registration: attempt.id,
      contextActivities: { ...contextActivities, category },
      extensions: { [extensions.session]: sessionId, ...more },
    },
    timestamp: new Date(now).toISOString(),
  }
  await storeOwnStatements(db, { companyId: attempt.companyId, authority: authorityOf(outside), now }, [statement])
}

/** A session that began and never ended is abandoned when the learner opens another (cmi5 9.3.6): of whichever unit. */
async function abandonEarlier(db: Connection, outside: Outside, launch: OpenLaunch, now: number) {
  const left = await packagesTables(db)
    .updateTable('packages.unit_launch')
    .set({ abandoned_at: now })
    .where('attempt_id', '=', launch.attempt.id)
    .where('initialized_at', 'is not', null)
    .where('terminated_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .returning(['id', 'unit_id', 'initialized_at'])
    .execute()
  for (const { id, unit_id, initialized_at } of left) {
    const seconds = Math.max(0, Math.round((now - (initialized_at ?? now)) / 1000))
    const result = { duration: `PT${seconds}S` }
    const object = { id: activityIdOf(outside, { id: unit_id }) }
    await say(db, outside, launch, { verb: 'abandoned', object, sessionId: id, result }, now)
  }
}

/** Opens a unit in a session of its own, and answers the parameters of its address. */
export async function launchCmi5(
  db: Connection,
  outside: Outside,
  launch: OpenLaunch,
  unit: LaunchedUnit,
  { base, returnUrl, now }: { readonly base: string; readonly returnUrl: string; readonly now: number },
): Promise<Record<string, string>> {
  const { attempt } = launch
  await abandonEarlier(db, outside, launch, now)
  const sessionId = await addUnitLaunch(packagesTables(db), launch, unit.id, now)
  const activityId = activityIdOf(outside, unit)
  const actor = actorOf(attempt, await learnerName(db, attempt), outside.config.publicUrl)
  const { moveOn = 'NotApplicable', launchParameters, entitlementKey, scaledPassingScore, launchMethod } = unit.facts
  const launchMode = attempt.isPreview ? 'Browse' : 'Normal'
  const contextTemplate = {
    contextActivities: { grouping: [{ objectType: 'Activity', id: unit.identifier }] },
    extensions: { [extensions.session]: sessionId },
  }
  const content = {
    contextTemplate,
    launchMode,
    launchMethod,
    moveOn,
    returnURL: returnUrl,
    ...(launchParameters !== undefined && { launchParameters }),
    ...(scaledPassingScore !== undefined && { masteryScore: scaledPassingScore }),
    ...(entitlementKey !== undefined && { entitlementKey: { courseStructure: entitlementKey } }),
  }
  const own = { companyId: attempt.companyId, authority: authorityOf(outside), now }
  const state = { activityId, agent: actor, registration: attempt.id, stateId: 'LMS.LaunchData', content }
  await putOwnState(db, own, state)
  await say(
    db,
    outside,
    launch,
    {
      verb: 'launched',
      object: {
        id: activityId,
        definition: { name: { und: unit.title }, type: 'http://adlnet.gov/expapi/activities/course' },
      },
      sessionId,
      context: {
        contextActivities: contextTemplate.contextActivities,
        extensions: {
          [extensions.launchMode]: launchMode,
          [extensions.moveOn]: moveOn,
          [extensions.launchUrl]: new URL(unit.href, `${base}c/`).href,
          ...(launchParameters !== undefined && { [extensions.launchParameters]: launchParameters }),
          ...(scaledPassingScore !== undefined && { [extensions.masteryScore]: scaledPassingScore }),
        },
      },
    },
    now,
  )
  return {
    endpoint: `${base}~/xapi/`,
    fetch: `${base}~/fetch/${sessionId}`,
    actor: JSON.stringify(actor),
    registration: attempt.id,
    activityId,
  }
}
