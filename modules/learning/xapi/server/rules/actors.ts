/** Agents and groups (xAPI 1.0.3, Data 2.4.2), and the one key by which each is known. */
import { fault, iri, isObject, type JsonObject, listOf, mailbox, oneOf, sha1, shape, text } from './scalars.ts'

const identifiers = ['mbox', 'mbox_sha1sum', 'openid', 'account'] as const

const account = shape({ homePage: iri, name: text }, ['homePage', 'name'])

const identified = {
  name: text,
  mbox: mailbox,
  mbox_sha1sum: sha1,
  openid: iri,
  account,
}

function identifiersOf(value: JsonObject): readonly string[] {
  return identifiers.filter((name) => Object.hasOwn(value, name))
}

const agentShape = shape({ objectType: oneOf(['Agent']), ...identified })
const groupShape = shape({ objectType: oneOf(['Group']), ...identified, member: listOf(agent) }, ['objectType'])

export function agent(value: unknown, path: string): void {
  const found = identifiersOf(agentShape(value, path))
  if (found.length !== 1) fault(path, 'must have exactly one of mbox, mbox_sha1sum, openid, account')
}

export function group(value: unknown, path: string): void {
  const checked = groupShape(value, path)
  const found = identifiersOf(checked)
  if (found.length > 1) fault(path, 'must not have more than one of mbox, mbox_sha1sum, openid, account')
  if (found.length === 0 && !Array.isArray(checked.member)) fault(path, 'an anonymous group must have members')
}

export function actor(value: unknown, path: string): void {
  if (isObject(value) && value.objectType === 'Group') group(value, path)
  else agent(value, path)
}

/** Who vouches: an agent, or a group of two of which one is the application's account (three-legged OAuth). */
export function authority(value: unknown, path: string): void {
  actor(value, path)
  const checked = value as JsonObject
  if (checked.objectType !== 'Group') return
  const members = (checked.member ?? []) as readonly JsonObject[]
  if (identifiersOf(checked).length > 0) fault(path, 'must not be an identified group')
  if (members.length !== 2) fault(path, 'must be a group of exactly two agents')
  if (!members.some((member) => 'account' in member)) fault(path, 'must hold the account of an application')
}

/** `mbox|mailto:a@example.com`; undefined for an anonymous group. Two actors are the same if their keys are. */
export function actorKey(value: JsonObject): string | undefined {
  const [name] = identifiersOf(value)
  if (name === undefined) return undefined
  if (name === 'mbox_sha1sum') return `${name}|${String(value[name]).toLowerCase()}`
  if (name !== 'account') return `${name}|${String(value[name])}`
  const { homePage, name: accountName } = value.account as JsonObject
  return `account|${String(homePage)}|${String(accountName)}`
}

/** The keys of an actor and of its members. */
export function actorKeys(value: JsonObject): string[] {
  const members = Array.isArray(value.member) ? (value.member as JsonObject[]) : []
  return [value, ...members].map(actorKey).filter((key) => key !== undefined)
}
