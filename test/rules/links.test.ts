/** Links that people store: one form for all contracts. */
import { expect, it } from 'vitest'
import { webAddressPattern } from '#kit/schema.ts'
import { serverModules } from '#server/modules.ts'
import { listCalls } from './calls.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly pattern?: string
  readonly const?: string
}

/** The text fields of a schema whose name says that they are addresses. An alternative that is one fixed text takes none. */
function addressesIn(schema: Schema, path: string): { path: string; pattern: string | undefined }[] {
  const own =
    schema.type === 'string' && schema.const === undefined && /(^|\.|[a-z])(url|href|website)$/i.test(path)
      ? [{ path, pattern: schema.pattern }]
      : []
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => addressesIn(each, `${path}.${name}`))
  const alternatives = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...own, ...inside, ...alternatives.flatMap((each) => addressesIn(each, path))]
}

it('every field of a body that holds a link takes the same addresses', () => {
  const fields = listCalls(serverModules).flatMap(({ name, endpoint }) =>
    endpoint.body ? addressesIn(endpoint.body as Schema, name) : [],
  )
  expect(fields.length).toBeGreaterThan(5)
  const different = fields.filter(({ pattern }) => pattern !== webAddressPattern)
  expect(different.map(({ path }) => path)).toEqual([])
})

it.each([
  ['https://a.example/b@c?d=e@f#g', true],
  ['http://a.example:8080/x', true],
  ['https://书院.example', true],
  ['https://user:pw@a.example/', false],
  ['https://user@a.example/', false],
  ['https://a.example\\@b.example/', false],
  ['https://a.example/\nb', false],
  ['https://a.example/ b', false],
  ['https://a.example/\u202Egnp', false],
  ['javascript:alert(1)', false],
  ['https:///a', false],
])('%j as a link: %s', (address, accepted) => {
  expect(new RegExp(webAddressPattern, 'u').test(address)).toBe(accepted)
})
