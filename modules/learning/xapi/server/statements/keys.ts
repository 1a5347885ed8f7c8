/** What a statement is searched by (xAPI 1.0.3, Communication 2.1.3). */
import { actorKeys } from '../rules/actors.ts'
import type { JsonObject } from '../rules/scalars.ts'
import { voidedVerb } from '../rules/statements.ts'

export interface StatementKeys {
  readonly verb: string
  readonly activity: string | null
  readonly registration: string | null
  readonly agents: readonly string[]
  readonly relatedAgents: readonly string[]
  readonly relatedActivities: readonly string[]
  readonly refersTo: string | null
  readonly isVoiding: boolean
}

function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined
}

function isActivity(object: JsonObject): boolean {
  return object.objectType === undefined || object.objectType === 'Activity'
}

function isActor(object: JsonObject): boolean {
  return object.objectType === 'Agent' || object.objectType === 'Group'
}

/** The activities of a statement and of its context. */
export function activitiesOf(statement: JsonObject): JsonObject[] {
  const object = statement.object as JsonObject
  const lists = Object.values(asObject(asObject(statement.context)?.contextActivities) ?? {}) as JsonObject[][]
  return [...(isActivity(object) ? [object] : []), ...lists.flat()]
}

/** The actors of a statement and of its context, groups with their members. */
export function actorsOf(statement: JsonObject): JsonObject[] {
  const object = statement.object as JsonObject
  const context = asObject(statement.context)
  return [
    statement.actor,
    isActor(object) ? object : undefined,
    statement.authority,
    context?.instructor,
    context?.team,
  ].filter((actor): actor is JsonObject => actor !== undefined)
}

/** Of a statement whose context activities are lists already. */
export function keysOf(statement: JsonObject): StatementKeys {
  const object = statement.object as JsonObject
  const within = object.objectType === 'SubStatement' ? [object] : []
  const verb = (statement.verb as JsonObject).id as string
  const refersTo = object.objectType === 'StatementRef' ? String(object.id).toLowerCase() : null
  const registration = asObject(statement.context)?.registration
  const direct = [statement.actor as JsonObject, ...(isActor(object) ? [object] : [])]
  const unique = (keys: readonly string[]) => [...new Set(keys)]
  return {
    verb,
    activity: isActivity(object) ? (object.id as string) : null,
    registration: registration === undefined ? null : String(registration).toLowerCase(),
    agents: unique(direct.flatMap(actorKeys)),
    relatedAgents: unique([statement, ...within].flatMap(actorsOf).flatMap(actorKeys)),
    relatedActivities: unique([statement, ...within].flatMap(activitiesOf).map(({ id }) => id as string)),
    refersTo,
    isVoiding: verb === voidedVerb && refersTo !== null,
  }
}
