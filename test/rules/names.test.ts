/** Whatever call takes a name or a title: nothing hidden is accepted in it. */
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { cleanedKeyword, normalizedKeyword } from '#kit/schema.ts'
import { serverModules } from '#server/modules.ts'
import { listCalls } from './calls.ts'

/** Fields that others read as a name or a title. */
const nameField = /^(name|fullName|memberName|holderName|itemName|title|titleCn|titleEn|subject|label)$/
/** Fields that persons, organizations and teams go by: stored in their usual form. */
const normalized =
  /^(identity|rooms\.guestJoin|live\.keyloginEnter|community(?!\.(announceInCircle|changeCircleAnnouncement)\b))/

/** Fields of these names that are something else. */
const others: Readonly<Record<string, string>> = {
  'exams.appeal.subject': 'what the appeal is about: the key, or the mark',
}

interface Field {
  readonly name: string
  readonly schema: {
    readonly pattern?: string
    readonly type?: string
    readonly [normalizedKeyword]?: boolean
    readonly [cleanedKeyword]?: boolean
  }
}

function fieldsOf(schema: TSchema | undefined, path: string): Field[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [
      { name: `${path}.${name}`, schema: one as Field['schema'] },
      ...fieldsOf(one, `${path}.${name}`),
    ]),
    ...(items ? fieldsOf(items, path) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, path)),
  ]
}

const fields = listCalls(serverModules)
  .filter(({ endpoint }) => endpoint.method !== 'GET')
  .flatMap(({ name, endpoint }) => fieldsOf(endpoint.body, name))
  .filter(({ name, schema }) => nameField.test(name.split('.').at(-1) ?? '') && schema.type === 'string')
  .filter(({ name }) => !(name in others))

describe('a name or title in a body', () => {
  it.each(fields.map((field) => [field.name, field] as const))('%s has nothing hidden', (_, { schema }) => {
    const pattern = new RegExp(schema.pattern ?? '', 'u')
    const hidden = ['\u200b', '\u202e', 'a\u200bb', 'a\u202eb', '\u3164', 'a\nb', 'a\u0000']
    expect(hidden.filter((text) => pattern.test(text))).toEqual([])
  })

  it.each(fields.map((field) => [field.name, field] as const))(
    '%s is stored without what was copied along',
    (_, { schema }) => expect(schema[cleanedKeyword] ?? schema[normalizedKeyword]).toBe(true),
  )

  it.each(fields.filter(({ name }) => normalized.test(name)).map((field) => [field.name, field] as const))(
    '%s is stored in its usual form',
    (_, { schema }) => expect(schema[normalizedKeyword]).toBe(true),
  )
})
