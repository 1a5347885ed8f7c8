/** Inputs made from a contract's schemas: right ones, and ones that no client of ours sends. */
import type { TSchema } from 'typebox'
import type { Random } from './random.ts'

/** Where ids come from: `name` is the field or parameter that asks for one. */
export type IdSource = (name: string) => string

interface JsonSchema {
  readonly type?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

const uuidPattern = /\[0-9a-f\]\{8\}/

/** Texts of the shapes that contracts ask for by pattern. */
const shaped = [
  '学习者',
  'abc',
  'https://example.com/lesson?id=1',
  '13812345678',
  'someone@example.com',
  '2026-11-21',
  '1234',
  '123456',
  '12',
  '1',
  '0',
  '#3366ff',
  'avatars/0-1.png',
  'Abc123!x',
  '08:30',
]

const words = ['学习', 'course', '安全生产', 'a', '新员工入职培训', '🎓', 'x y z', "O'Neil", '100%', '_']

function validString(schema: JsonSchema, name: string, random: Random, ids: IdSource): string {
  if (schema.pattern !== undefined && uuidPattern.test(schema.pattern)) return ids(name)
  const fits = (text: string) =>
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? 1000) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text))
  const candidates = [...shaped, ...words].filter(fits)
  if (candidates.length > 0) return random.pick(candidates)
  return '9'.repeat(schema.minLength ?? 1)
}

function validNumber(schema: JsonSchema, random: Random): number {
  const low = schema.minimum ?? 0
  const high = schema.maximum ?? 1000
  return random.pick([low, high, low + random.below(Math.min(high - low + 1, 1000))])
}

function validObject(schema: JsonSchema, random: Random, ids: IdSource): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name) || random.chance(0.6)) object[name] = validValue(property, name, random, ids)
  }
  const [rest] = Object.values(schema.patternProperties ?? {})
  if (rest && random.chance(0.7)) object[random.pick(words)] = validValue(rest, '', random, ids)
  return object
}

/** A value that the schema accepts (nearly always: patterns are met by trying). */
export function validValue(given: TSchema | JsonSchema, name: string, random: Random, ids: IdSource): unknown {
  const schema = given as JsonSchema
  if (schema.enum) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return validValue(random.pick(schema.anyOf), name, random, ids)
  switch (schema.type) {
    case 'string':
      return validString(schema, name, random, ids)
    case 'integer':
      return Math.floor(validNumber(schema, random))
    case 'number':
      return validNumber(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'array': {
      const length = (schema.minItems ?? 0) + random.below(Math.min(3, (schema.maxItems ?? 3) + 1))
      const items = Array.from({ length }, () => validValue(schema.items ?? {}, name, random, ids))
      return schema.uniqueItems ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items
    }
    case 'object':
      return validObject(schema, random, ids)
    default:
      return random.pick<unknown>(['text', 1, true, null, {}, []])
  }
}

function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values that break careless code: types, encodings, sizes, injections, names of JavaScript's own. */
const hostile: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  8_640_000_000_000_001,
  2_147_483_648,
  '9'.repeat(400),
  [],
  {},
  [[]],
  [null],
  { toString: 'x', valueOf: 1 },
  deep(60),
  'null',
  'undefined',
  'NaN',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\u200b\ufeff',
  '\r\nset-cookie: a=b',
  '👩‍👩‍👧‍👦'.repeat(30),
  'é̂̃'.repeat(100),
  'ﷺ'.repeat(500),
  'A'.repeat(70_000),
  "' or 1=1 --",
  "'; drop table identity.member; --",
  '$1',
  '\\',
  '%',
  '_%_',
  '%00',
  '%ZZ',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: meant as it stands.
  '${7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'http://127.0.0.1:22/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0',
  '-0',
  '1e5',
  '0x10',
  '2026-13-45',
  '9999999999999',
  '(?:a+)+$',
  '*',
  '&|!():<->',
]

/** A hostile value for the place of `schema`: any, or one just beyond what it allows. */
function hostileValue(schema: JsonSchema | undefined, random: Random): unknown {
  const beyond: unknown[] = []
  if (schema?.maximum !== undefined) beyond.push(schema.maximum + 1)
  if (schema?.minimum !== undefined) beyond.push(schema.minimum - 1)
  if (schema?.maxLength !== undefined)
    beyond.push('长'.repeat(Math.min(schema.maxLength, 600_000)), '🎓'.repeat(schema.maxLength % 9999))
  if (schema?.maxItems !== undefined)
    beyond.push(Array.from({ length: Math.min(schema.maxItems + 1, 5000) }, () => 'x'))
  // A text that the schema takes but that is hostile all the same shows most.
  if (schema?.type === 'string' && random.chance(0.6))
    return random.pick(hostile.filter((value) => typeof value === 'string'))
  return beyond.length > 0 && random.chance(0.3) ? random.pick(beyond) : random.pick(hostile)
}

/** Changes one place of a value: another value there, the field gone, or a field more. */
export function spoil(value: unknown, given: TSchema | JsonSchema | undefined, random: Random): unknown {
  const schema = given as JsonSchema | undefined
  if (schema?.anyOf) return spoil(value, random.pick(schema.anyOf), random)
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const index = random.below(value.length)
    return value.map((item, at) => (at === index ? spoil(item, schema?.items, random) : item))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.95)) {
    return spoilObject(value as Record<string, unknown>, schema, random)
  }
  return hostileValue(schema, random)
}

function spoilObject(value: Record<string, unknown>, schema: JsonSchema | undefined, random: Random): unknown {
  const names = [...new Set([...Object.keys(value), ...Object.keys(schema?.properties ?? {})])]
  const changed = Object.fromEntries(Object.entries(value))
  if (names.length > 0 && random.chance(0.85)) {
    const name = random.pick(names)
    if (random.chance(0.15)) delete changed[name]
    else changed[name] = spoil(changed[name], schema?.properties?.[name], random)
    return changed
  }
  const more = random.pick(['id', 'companyId', 'constructor', 'toString', 'extra', '', 'role', 'company_id'])
  changed[more] = random.pick(hostile)
  return changed
}

/** Bodies that are no JSON of ours at all, with their type. */
export const brokenBodies: readonly { readonly type: string; readonly text: string }[] = [
  { type: 'application/json', text: '' },
  { type: 'application/json', text: '{' },
  { type: 'application/json', text: 'null' },
  { type: 'application/json', text: '[]' },
  { type: 'application/json', text: '"text"' },
  { type: 'application/json', text: '{"__proto__":{"admin":true}}' },
  { type: 'application/json', text: '{"constructor":{"prototype":{"x":1}}}' },
  { type: 'application/json', text: '['.repeat(20_000) },
  { type: 'application/json', text: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}` },
  { type: 'application/json', text: `{"a":1e999999}` },
  { type: 'application/json', text: '\ufeff{}' },
  { type: 'application/x-www-form-urlencoded', text: 'a=%ZZ&b[c]=d&__proto__[x]=1&=&&' },
  { type: 'text/plain', text: 'plain' },
  { type: 'application/xml', text: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' },
  { type: 'multipart/form-data; boundary=x', text: '--x\r\n\r\n' },
  { type: 'multipart/form-data', text: '--' },
  { type: 'nonsense', text: '\u0000' },
  { type: 'application/json; charset=utf-16', text: '{}' },
]
