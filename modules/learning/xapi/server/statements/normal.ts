/** The stored form of a statement, and the digest that separates a repeat from a conflict. */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../rules/scalars.ts'

/** Lists where a single context activity was sent (XAPI-00096), in the statement and in the one within it. */
export function withLists(statement: JsonObject): JsonObject {
  const object = statement.object as JsonObject
  const changed: Record<string, unknown> = { ...statement }
  if (object.objectType === 'SubStatement') changed.object = withLists(object)
  const context = statement.context as JsonObject | undefined
  if (context?.contextActivities) {
    const lists = Object.entries(context.contextActivities).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : [value],
    ])
    changed.context = { ...context, contextActivities: Object.fromEntries(lists) }
  }
  return changed
}

/** With the names in order, so that two spellings of one statement are the same text. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, inOrder((value as JsonObject)[name])]))
}

/** The statement as text, without what an LRS sets and without who is asked to vouch. */
export function comparable(statement: JsonObject): string {
  const { id: _id, stored: _stored, authority: _authority, version: _version, ...said } = withLists(statement)
  return JSON.stringify(inOrder(said))
}

export function digestOf(statement: JsonObject): Buffer {
  return createHash('sha256').update(comparable(statement)).digest()
}
