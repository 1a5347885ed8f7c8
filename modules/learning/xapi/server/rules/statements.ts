/** The rules of a statement (xAPI 1.0.3, Data 2.4). Each throws `BadRequest` where one is broken. */
import { actor, agent, authority, group } from './actors.ts'
import {
  boolean,
  duration,
  extensions,
  fault,
  iri,
  isObject,
  type JsonObject,
  languageMap,
  languageTag,
  listOf,
  number,
  oneOf,
  sha2,
  shape,
  text,
  timestamp,
  uuid,
} from './scalars.ts'

export const voidedVerb = 'http://adlnet.gov/expapi/verbs/voided'
export const signatureUsage = 'http://adlnet.gov/expapi/attachments/signature'

const interactionTypes = [
  ...['true-false', 'choice', 'fill-in', 'long-fill-in', 'matching', 'performance', 'sequencing', 'likert', 'numeric'],
  'other',
]
/** Which lists of components an interaction may carry. */
const componentsOf: Readonly<Record<string, readonly string[]>> = {
  choice: ['choices'],
  sequencing: ['choices'],
  likert: ['scale'],
  matching: ['source', 'target'],
  performance: ['steps'],
}
const componentLists = ['choices', 'scale', 'source', 'target', 'steps']

const component = shape({ id: text, description: languageMap }, ['id'])

function components(value: unknown, path: string): void {
  listOf(component)(value, path)
  const ids = (value as readonly JsonObject[]).map(({ id }) => id)
  if (new Set(ids).size < ids.length) fault(path, 'must not hold an id twice')
}

const definitionShape = shape({
  name: languageMap,
  description: languageMap,
  type: iri,
  moreInfo: iri,
  extensions,
  interactionType: oneOf(interactionTypes),
  correctResponsesPattern: listOf(text),
  choices: components,
  scale: components,
  source: components,
  target: components,
  steps: components,
})

function definition(value: unknown, path: string): void {
  const checked = definitionShape(value, path)
  const lists = componentLists.filter((name) => name in checked)
  const isInteraction = lists.length > 0 || 'correctResponsesPattern' in checked
  if (isInteraction && !('interactionType' in checked)) fault(path, 'must have interactionType')
  const allowed = componentsOf[String(checked.interactionType)] ?? []
  const wrong = lists.find((name) => !allowed.includes(name))
  if (wrong !== undefined)
    fault(`${path}.${wrong}`, `does not belong to the interaction ${String(checked.interactionType)}`)
}

const activity = shape({ objectType: oneOf(['Activity']), id: iri, definition }, ['id'])
const statementReference = shape({ objectType: oneOf(['StatementRef']), id: uuid }, ['objectType', 'id'])

const score = shape({ scaled: number, raw: number, min: number, max: number })

function checkedScore(value: unknown, path: string): void {
  const { scaled, raw, min, max } = score(value, path) as Readonly<Record<string, number | undefined>>
  if (scaled !== undefined && (scaled < -1 || scaled > 1)) fault(`${path}.scaled`, 'must be from -1 to 1')
  if (min !== undefined && max !== undefined && min >= max) fault(`${path}.max`, 'must be above min')
  if (raw !== undefined && min !== undefined && raw < min) fault(`${path}.raw`, 'must not be below min')
  if (raw !== undefined && max !== undefined && raw > max) fault(`${path}.raw`, 'must not be above max')
}

const result = shape({
  score: checkedScore,
  success: boolean,
  completion: boolean,
  response: text,
  duration,
  extensions,
})

/** One activity or a list of them; a list is what is handed out. */
function activities(value: unknown, path: string): void {
  if (Array.isArray(value)) listOf(activity)(value, path)
  else activity(value, path)
}

const contextActivities = shape({
  parent: activities,
  grouping: activities,
  category: activities,
  other: activities,
})

const contextShape = shape({
  registration: uuid,
  instructor: actor,
  team: group,
  contextActivities,
  revision: text,
  platform: text,
  language: languageTag,
  statement: statementReference,
  extensions,
})

function contextOf(statement: JsonObject, path: string): void {
  const context = contextShape(statement.context, `${path}.context`)
  const object = statement.object as JsonObject
  const isActivity = object.objectType === undefined || object.objectType === 'Activity'
  for (const name of ['revision', 'platform'])
    if (name in context && !isActivity) fault(`${path}.context.${name}`, 'belongs to activities only')
}

const attachmentShape = shape(
  {
    usageType: iri,
    display: languageMap,
    description: languageMap,
    contentType: text,
    length: wholeNumber,
    sha2,
    fileUrl: iri,
  },
  ['usageType', 'display', 'contentType', 'length', 'sha2'],
)

function wholeNumber(value: unknown, path: string): void {
  number(value, path)
  if (!Number.isInteger(value) || value < 0) fault(path, 'must be a whole number')
}

function attachment(value: unknown, path: string): void {
  const { contentType } = attachmentShape(value, path)
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/.test(String(contentType)))
    fault(`${path}.contentType`, 'must be an Internet media type')
}

const verb = shape({ id: iri, display: languageMap }, ['id'])

/** What a statement may be about; of a statement within a statement, no further one. */
function objectRule(mayNest: boolean) {
  return (value: unknown, path: string): void => {
    if (!isObject(value)) fault(path, 'must be an object')
    const { objectType } = value
    if (objectType === 'Agent') agent(value, path)
    else if (objectType === 'Group') group(value, path)
    else if (objectType === 'StatementRef') statementReference(value, path)
    else if (objectType === 'SubStatement' && mayNest) subStatement(value, path)
    else activity(value, path)
  }
}

const common = {
  actor,
  verb,
  result,
  context: (value: unknown, path: string) => {
    contextShape(value, path)
  },
  timestamp,
  attachments: listOf(attachment),
}

const subStatementShape = shape({ objectType: oneOf(['SubStatement']), ...common, object: objectRule(false) }, [
  'actor',
  'verb',
  'object',
])

function subStatement(value: unknown, path: string): void {
  const checked = subStatementShape(value, path)
  if ('context' in checked) contextOf(checked, path)
}

const statementShape = shape(
  {
    ...common,
    id: uuid,
    object: objectRule(true),
    stored: timestamp,
    authority,
    version: statementVersion,
  },
  ['actor', 'verb', 'object'],
)

function statementVersion(value: unknown, path: string): void {
  text(value, path)
  if (!/^1\.0(?:\.\d+)?$/.test(value)) fault(path, 'must be a version 1.0.x')
}

/** Throws `BadRequest` where what was sent is no statement. */
export function checkStatement(value: unknown, path = 'statement'): asserts value is JsonObject {
  const checked = statementShape(value, path)
  if ('context' in checked) contextOf(checked, path)
  const isReference = (checked.object as JsonObject).objectType === 'StatementRef'
  if ((checked.verb as JsonObject).id === voidedVerb && !isReference)
    fault(`${path}.object`, 'of a voiding statement must be a StatementRef')
}
