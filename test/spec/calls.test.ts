/**
 * docs/spec/calls.tsv against the platform. What is compared is the text of the table, never the contract with itself: a
 * path that is renamed in a contract is no longer found here.
 */
import type { LightMyRequestResponse } from 'fastify'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { apiPrefix } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { inStep, outOfStep, readTable } from './tables.ts'

const rows = readTable('calls', ['domain', 'method', 'path', 'request', 'source', 'note'])
type Row = (typeof rows)[number]

/** Rows that write a parameter as only a part of a path segment, and the path as the contract has it. */
const asInContract: Readonly<Record<string, string>> = {
  // The key of a business is its id and its type; the table shows type 2.
  '/workflow/processInstanceId/{id}_2': '/workflow/processInstanceId/{businessKey}',
}

/** Calls whose contract lets everybody in, and why. */
const publicCalls: Readonly<Record<string, string>> = {
  'GET /human/file/{id}':
    'pages show files without headers, so the handler itself looks for a pass cookie or a grant, and answers 401 without one',
}

/** Paths that the table names twice: the path that it says first, by the second. */
// The calls under /knowledge-operation/cloud/ are no second names: they answer the platform's pictures alone (decision 150).
const firstNames: readonly (readonly [second: string, first: string])[] = [
  ['/course-study/gensee-student/', '/live/new/'],
  ['/aigc-knowledge/', '/ai/aigc-knowledge/'],
]

const entries: readonly Endpoint[] = serverModules.flatMap((module): Endpoint[] => Object.values(module.contract))
const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>) => `${method} ${path}`
const entryOf = ({ method, path }: Pick<Row, 'method' | 'path'>) =>
  entries.find(
    (entry) => entry.method === method && [entry.path, ...(entry.aliases ?? [])].includes(asInContract[path] ?? path),
  )

const served = rows.flatMap((row) => {
  const entry = entryOf(row)
  return entry ? [{ ...row, name: nameOf(row), entry }] : []
})

const byName = <T extends { name: string }>(named: readonly T[]) => named.map((one): [string, T] => [one.name, one])

const platform = testPlatform()

/** The call at the address that the table says, with an id of nothing in each brace. */
function send(row: Row, token?: string): Promise<LightMyRequestResponse> {
  return platform.app.inject({
    method: row.method as Endpoint['method'],
    url: apiPrefix + row.path.replace(/\{\w+\}/g, () => uuid()),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

/** The parameters that a row names as they travel (`accountType=3`), without those that it describes in words. */
function namedParameters(request: string): string[] {
  const described = ['query', 'columns', 'form', 'file', 'image', 'code', 'section', 'question', 'draft', 'column']
  return request
    .replace('(s)', 's')
    .replace(/\([^)]*\)/g, '')
    .replace(/^form:/, '')
    .split(',')
    .map((part) => part.trim().replace(/(=| \d).*$/, ''))
    .filter((name) => /^[a-z]\w*$/.test(name) && !described.includes(name))
}

function parametersOf({ params, query, body }: Endpoint): string[] {
  return [params, query, body].flatMap((schema) => Object.keys(schema?.properties ?? {}))
}

describe('calls.tsv', () => {
  it('names each call once; each is served or pending', () => {
    const names = rows.map(nameOf)
    expect(names.length).toBeGreaterThan(300)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(outOfStep('calls', names, (name) => served.some((row) => row.name === name))).toEqual(inStep)
  })

  it('says which calls are public', () => {
    const open = served.filter(({ entry }) => entry.access === 'public').map(({ name }) => name)
    expect(open).toEqual(Object.keys(publicCalls))
  })

  it.each(byName(served))('%s is served under this path, and answers 401 to nobody', async (_name, row) => {
    expect((await send(row)).statusCode).toBe(401)
    expect((await send(row, 'x'.repeat(43))).statusCode).toBe(401)
  })

  it.each(byName(served))('%s takes the parameters that the table names', (_name, { request, note, entry }) => {
    const known = parametersOf(entry)
    expect(namedParameters(request).filter((name) => !known.includes(name))).toEqual([])
    if (note.split('; ').includes('form')) expect(entry.form === true || entry.kind === 'multipart').toBe(true)
  })

  it.each([
    // Requirements that propose rows of the table: they are met when each of those is served as it stands there.
    ['CURRENCY-067', (row: Row) => row.note.includes("part 1's") && /currency|circle/.test(row.path), 4],
    ['LIVE-150', (row: Row) => row.domain === 'live' && row.note.includes('derived'), 35],
  ] as const)('[%s] the rows that it proposes are served', (_id, isProposed, count) => {
    const proposed = rows.filter(isProposed)
    expect(proposed.length).toBe(count)
    expect(proposed.filter((row) => entryOf(row) === undefined).map(nameOf)).toEqual([])
  })
})

describe('a call of the community that both documents name', () => {
  it('[COMMUNITY-227] has one path, and one entry that answers it', () => {
    const both = rows.filter(
      ({ domain, path, source }) =>
        domain === 'community' && path.startsWith('/knowledge-operation/') && /p1 .*p2 /.test(source),
    )
    expect(both.length).toBeGreaterThan(30)
    const answering = both.map((row) => {
      const paths = ({ path, aliases = [] }: Endpoint) => [path, ...aliases]
      return entries.filter((entry) => entry.method === row.method && paths(entry).includes(row.path))
    })
    expect(answering.map((found) => found.length)).toEqual(both.map(() => 1))
    expect(new Set(answering.flat()).size).toBe(both.length)
  })
})

describe('a call that the table names under two paths', () => {
  const pairs = served.flatMap((row) => {
    const family = firstNames.find(([second]) => row.path.startsWith(second))
    const first = family && { ...row, path: row.path.replace(family[0], family[1]) }
    return first && rows.some((other) => nameOf(other) === nameOf(first)) ? [{ ...row, first }] : []
  })

  it('is there for every call of lives', () => {
    const ofLives = served.filter(({ path }) => path.startsWith('/live/new/'))
    // A presence sign has no legacy path.
    expect(pairs.filter(({ domain }) => domain === 'live')).toHaveLength(ofLives.length - 1)
  })

  it.each(byName(pairs))('%s is the same entry as the first path', (_name, { entry, first }) => {
    expect(entryOf(first)).toBe(entry)
    expect(entry.path).toBe(first.path)
  })
})
