/** The forms in which statements are handed out: `exact`, `ids`, `canonical` (xAPI 1.0.3, Communication 2.1.3). */
import { actorKey } from '../rules/actors.ts'
import type { JsonObject } from '../rules/scalars.ts'
import { activitiesOf } from './keys.ts'

export type StatementFormat = 'exact' | 'ids' | 'canonical'

type Change = (value: JsonObject) => JsonObject

interface Changes {
  readonly actor: Change
  readonly activity: Change
  readonly verb: Change
  readonly attachment: Change
}

function isActivity(object: JsonObject): boolean {
  return object.objectType === undefined || object.objectType === 'Activity'
}

function mapObject(object: JsonObject, changes: Changes): JsonObject {
  if (object.objectType === 'SubStatement') return mapStatement(object, changes)
  if (object.objectType === 'Agent' || object.objectType === 'Group') return changes.actor(object)
  return isActivity(object) ? changes.activity(object) : object
}

function mapContext(context: JsonObject, changes: Changes): JsonObject {
  const mapped: Record<string, unknown> = { ...context }
  for (const name of ['instructor', 'team'])
    if (name in context) mapped[name] = changes.actor(context[name] as JsonObject)
  if ('contextActivities' in context)
    mapped.contextActivities = Object.fromEntries(
      Object.entries(context.contextActivities as Record<string, JsonObject[]>).map(([name, list]) => [
        name,
        list.map(changes.activity),
      ]),
    )
  return mapped
}

function mapStatement(statement: JsonObject, changes: Changes): JsonObject {
  const mapped: Record<string, unknown> = {
    ...statement,
    actor: changes.actor(statement.actor as JsonObject),
    verb: changes.verb(statement.verb as JsonObject),
    object: mapObject(statement.object as JsonObject, changes),
  }
  if ('authority' in statement) mapped.authority = changes.actor(statement.authority as JsonObject)
  if ('context' in statement) mapped.context = mapContext(statement.context as JsonObject, changes)
  if (Array.isArray(statement.attachments)) mapped.attachments = statement.attachments.map(changes.attachment)
  return mapped
}

/** Only what identifies: of an anonymous group, its members. */
function identifierOnly(actor: JsonObject): JsonObject {
  const { objectType, mbox, mbox_sha1sum, openid, account, member } = actor
  const identity = { mbox, mbox_sha1sum, openid, account }
  const isAnonymous = Object.values(identity).every((value) => value === undefined)
  return {
    ...(objectType === undefined ? {} : { objectType }),
    ...Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined)),
    ...(isAnonymous && Array.isArray(member) ? { member: member.map(identifierOnly) } : {}),
  }
}

const ids: Changes = {
  actor: identifierOnly,
  activity: ({ id }) => ({ id }),
  verb: ({ id }) => ({ id }),
  attachment: (attachment) => attachment,
}

/** The language tags of `Accept-Language`, best first. */
export function languagesOf(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The tag itself, or one of the same language: `en` for `en-GB`, and the other way round. */
function bestTag(tags: readonly string[], asked: string): string | undefined {
  const lower = (tag: string) => tag.toLowerCase()
  return (
    tags.find((tag) => lower(tag) === asked) ??
    tags.find((tag) => lower(tag).startsWith(`${asked}-`) || asked.startsWith(`${lower(tag)}-`))
  )
}

/** One language of a map: the best that was asked for, or the first that is there. */
function oneLanguage(map: unknown, languages: readonly string[]): unknown {
  const tags = Object.keys(map as JsonObject)
  const chosen = languages.map((asked) => bestTag(tags, asked)).find((tag) => tag !== undefined) ?? tags[0]
  return chosen === undefined ? map : { [chosen]: (map as JsonObject)[chosen] }
}

function inOneLanguage(value: JsonObject, names: readonly string[], languages: readonly string[]): JsonObject {
  const changed: Record<string, unknown> = { ...value }
  for (const name of names) if (name in value) changed[name] = oneLanguage(value[name], languages)
  return changed
}

function canonical(definitions: ReadonlyMap<string, JsonObject>, languages: readonly string[]): Changes {
  return {
    // The members of an identified group are left out, because they may have changed.
    actor: ({ member, ...actor }) =>
      actorKey(actor) === undefined && member !== undefined ? { ...actor, member } : actor,
    activity: (activity) => {
      const definition = definitions.get(activity.id as string) ?? (activity.definition as JsonObject | undefined)
      if (definition === undefined) return activity
      return { ...activity, definition: inOneLanguage(definition, ['name', 'description'], languages) }
    },
    verb: (verb) => inOneLanguage(verb, ['display'], languages),
    attachment: (attachment) => inOneLanguage(attachment, ['display', 'description'], languages),
  }
}

/** All activities that statements name, also within statements. */
export function activityIdsOf(statements: readonly JsonObject[]): string[] {
  const nested = statements.flatMap((statement) => {
    const object = statement.object as JsonObject
    return object.objectType === 'SubStatement' ? [statement, object] : [statement]
  })
  return [...new Set(nested.flatMap(activitiesOf).map(({ id }) => id as string))]
}

export function inFormat(
  statement: JsonObject,
  format: StatementFormat,
  definitions: ReadonlyMap<string, JsonObject>,
  languages: readonly string[],
): JsonObject {
  if (format === 'exact') return statement
  return mapStatement(statement, format === 'ids' ? ids : canonical(definitions, languages))
}
