/**
 * The data types that statements are made of (xAPI 1.0.3, Data 2.2 and 4.0), and the form of a fault. Rules are strict:
 * a property that the specification does not name is a fault, and so is null outside of extensions.
 */

/** What was sent breaks a rule of the specification: 400, with the place and the rule in words. */
export class BadRequest extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadRequest'
  }
}

export type JsonObject = { readonly [name: string]: unknown }
export type Rule = (value: unknown, path: string) => void

export function fault(path: string, what: string): never {
  throw new BadRequest(`${path}: ${what}`)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
// RFC 3987 in short: a scheme, and no character that an IRI never holds.
const iriPattern = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i
const mailboxPattern = /^mailto:[^\s@<>]+@[^\s@<>]+$/
const languageTagPattern =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[0-9a-wyz](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+|i-[a-z]+)$/i
const durationPattern =
  /^P(?:\d+(?:\.\d+)?W|(?=.)(?:\d+(?:\.\d+)?Y)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?D)?(?:T(?=.)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?)$/
const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i

export function text(value: unknown, path: string): asserts value is string {
  if (typeof value !== 'string') fault(path, 'must be a string')
}

export function boolean(value: unknown, path: string): void {
  if (typeof value !== 'boolean') fault(path, 'must be true or false')
}

export function number(value: unknown, path: string): asserts value is number {
  if (typeof value !== 'number') fault(path, 'must be a number')
}

export function uuid(value: unknown, path: string): void {
  text(value, path)
  if (!uuidPattern.test(value)) fault(path, 'must be a UUID')
}

export function iri(value: unknown, path: string): void {
  text(value, path)
  if (!iriPattern.test(value)) fault(path, 'must be an IRI with a scheme')
}

export function mailbox(value: unknown, path: string): void {
  text(value, path)
  if (!mailboxPattern.test(value)) fault(path, 'must be an address of the form mailto:name@example.com')
}

export function sha1(value: unknown, path: string): void {
  text(value, path)
  if (!/^[0-9a-f]{40}$/i.test(value)) fault(path, 'must be a SHA-1 digest in hexadecimal digits')
}

export function sha2(value: unknown, path: string): void {
  text(value, path)
  if (!/^(?:[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(value)) fault(path, 'must be a SHA-2 digest')
}

export function languageTag(value: unknown, path: string): void {
  text(value, path)
  if (!languageTagPattern.test(value)) fault(path, 'must be a language tag of RFC 5646')
}

export function duration(value: unknown, path: string): void {
  text(value, path)
  if (!durationPattern.test(value)) fault(path, 'must be a duration of ISO 8601')
}

export function timestamp(value: unknown, path: string): void {
  text(value, path)
  const parts = timestampPattern.exec(value)
  if (!parts) fault(path, 'must be a timestamp of ISO 8601')
  if (parts[7] === '-00' || parts[7] === '-0000' || parts[7] === '-00:00')
    fault(path, 'must not have the offset -00:00')
  const [, year, month, day, hour, minute, second = '0'] = parts
    .map(Number)
    .map((part) => (Number.isNaN(part) ? 0 : part))
  const daysOfMonth = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()
  const isReal =
    (month ?? 0) >= 1 &&
    (month ?? 0) <= 12 &&
    (day ?? 0) >= 1 &&
    (day ?? 0) <= daysOfMonth &&
    (hour ?? 0) < 24 &&
    (minute ?? 0) < 60 &&
    Number(second) <= 60
  if (!isReal) fault(path, 'must be a real date and time')
}

/** The instant of a timestamp that has passed `timestamp`. Without an offset it counts as UTC. */
export function instantOf(value: string): number {
  const normal = value
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
    .replace(/([+-]\d{2})$/, '$1:00')
  const withZone = /(?:Z|[+-]\d{2}:\d{2})$/i.test(normal) ? normal : `${normal}Z`
  return Date.parse(/T\d{2}:\d{2}(?:Z|[+-])/i.test(withZone) ? withZone.replace(/(T\d{2}:\d{2})/, '$1:00') : withZone)
}

/** `{ "zh-CN": "完成" }` */
export function languageMap(value: unknown, path: string): void {
  if (!isObject(value)) fault(path, 'must be a language map')
  for (const [tag, word] of Object.entries(value)) {
    languageTag(tag, path)
    text(word, `${path}.${tag}`)
  }
}

/** Names are IRIs; values are anything, null too. */
export function extensions(value: unknown, path: string): void {
  if (!isObject(value)) fault(path, 'must be an object')
  for (const name of Object.keys(value)) iri(name, path)
}

export function listOf(rule: Rule): Rule {
  return (value, path) => {
    if (!Array.isArray(value)) fault(path, 'must be an array')
    for (const [index, item] of value.entries()) rule(item, `${path}[${index}]`)
  }
}

export function oneOf(words: readonly string[]): Rule {
  return (value, path) => {
    if (typeof value !== 'string' || !words.includes(value)) fault(path, `must be one of ${words.join(', ')}`)
  }
}

/** An object of these properties and no others. */
export function shape(rules: Readonly<Record<string, Rule>>, required: readonly string[] = []) {
  return (value: unknown, path: string): JsonObject => {
    if (!isObject(value)) fault(path, 'must be an object')
    for (const name of required) if (!Object.hasOwn(value, name)) fault(path, `must have ${name}`)
    for (const [name, property] of Object.entries(value)) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
      if (!rule) fault(path, `must not have ${name}`)
      if (property === null) fault(`${path}.${name}`, 'must not be null')
      rule(property, `${path}.${name}`)
    }
    return value
  }
}
