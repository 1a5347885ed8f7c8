/** What every list answers, and what every call does without a field that it needs; on a company with rows in every table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TObject } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { type Call, listCalls, send, validInput } from './calls.ts'
import { createWorld, idSource, type World } from './fuzz.ts'
import { createRandom, seedOf } from './random.ts'
import { readDigests } from './tables.ts'

stopRecording()
const platform = testPlatform()
const calls = listCalls(serverModules)
let world: World

beforeAll(async () => {
  world = await createWorld(platform)
})

/** A well-formed call about rows of our company. */
function inputOf(call: Call, round: number) {
  const random = createRandom(seedOf(call.name) + round)
  return validInput(call.endpoint, random, idSource(world, call, random, false))
}

const fieldsOf = (schema: unknown) => Object.keys((schema as TObject | undefined)?.properties ?? {})
const requiredFields = (schema: unknown): readonly string[] => (schema as TObject | undefined)?.required ?? []
const isPaged = ({ endpoint }: Call) => {
  const query = fieldsOf(endpoint.query)
  const answer = fieldsOf(endpoint.response)
  return query.includes('page') && query.includes('pageSize') && answer.includes('recordCount')
}

interface Listed {
  readonly items: readonly unknown[]
  readonly recordCount: number
}

/** The paged lists of calls.tsv: which parameters they take by the specification, and the call if the product has it. */
function specifiedLists() {
  const rows = readFileSync(join(import.meta.dirname, '../../docs/spec/calls.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  return rows.flatMap((row) => {
    const [, method = '', path = '', request = ''] = row.split('\t')
    const named = request.split(',').map((name) => name.replace(/=.*/, '').trim())
    const parameters = ['page', 'pageSize', 'businessId'].filter((name) => named.includes(name))
    if (!parameters.includes('page')) return []
    const isIt = ({ endpoint }: Call) => endpoint.path === path || endpoint.aliases?.includes(path)
    return [{ path, parameters, call: calls.find((call) => call.endpoint.method === method && isIt(call)) }]
  })
}

describe('paged lists', () => {
  const lists = calls.filter(isPaged)

  it('[SHELL-073] are GETs with page and pageSize, and with the businessId of the object that they belong to', async () => {
    expect(lists.length).toBeGreaterThan(70)
    expect(lists.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ name }) => name)).toEqual([])
    const specified = specifiedLists().filter(({ call }) => call)
    expect(specified.map(({ path }) => path)).toContain('/live/new/relative-members')
    for (const { call, path, parameters } of specified) {
      expect(fieldsOf(call?.endpoint.query), path).toEqual(expect.arrayContaining(parameters))
      if (!call || !parameters.includes('businessId')) continue
      const sent = { params: {}, query: { page: 1, pageSize: 10 }, body: undefined }
      const answer = await send(platform.app, call.endpoint, sent, { token: world.ours.chief.token })
      expect(answer.json(), path).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'businessId' }] } })
    }
  })

  it('[SHELL-072] answer items, and the number of all matches on whatever page', async () => {
    const wrong: string[] = []
    const filled = new Set<string>()
    const tokens = [world.ours.chief.token, world.ours.learner.token]
    for (const call of lists) {
      for (const [round, token] of [...tokens, ...tokens].entries()) {
        const input = inputOf(call, round)
        const query = round < tokens.length ? requiredOf(call, input.query) : input.query
        const ask = async (page: number, pageSize: number) => {
          const sent = { params: input.params, query: { ...query, page, pageSize }, body: undefined }
          const answer = await send(platform.app, call.endpoint, sent, { token })
          return answer.statusCode === 200 ? answer.json<Listed>() : undefined
        }
        const [all, first, beyond] = [await ask(1, 100), await ask(1, 1), await ask(1000, 100)]
        if (!all || !first || !beyond) continue
        const count = all.recordCount
        const seen = [all, first, beyond].map(({ items, recordCount }) => [items.length, recordCount])
        const wanted = [Math.min(count, 100), Math.min(count, 1), 0].map((rows) => [rows, count])
        if (JSON.stringify(seen) !== JSON.stringify(wanted)) wrong.push(`${call.name}: ${seen.join(' | ')}`)
        if (count > 0) filled.add(call.name)
      }
    }
    expect(wrong).toEqual([])
    const empty = lists.map(({ name }) => name).filter((name) => !filled.has(name))
    expect(filled.size, `without a row to look at: ${empty.join(', ')}`).toBeGreaterThan(lists.length * 0.7)
  })
})

function requiredOf(call: Call, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const required = requiredFields(call.endpoint.query)
  return Object.fromEntries(Object.entries(query).filter(([name]) => required.includes(name)))
}

describe('a call without a field that it needs', () => {
  it('[SHELL-126] is refused with 900001, names the field, and changes nothing', async () => {
    const { ours, tables } = world
    const digests = () => readDigests(platform.root, tables, ours.companyId)
    const before = await digests()
    const wrong: string[] = []
    let sent = 0
    for (const [index, call] of calls.entries()) {
      if (call.endpoint.kind === 'multipart') continue
      const { params, query, body } = inputOf(call, 0)
      for (const field of requiredFields(call.endpoint.body)) {
        const { [field]: _, ...rest } = body as Record<string, unknown>
        const options = { token: ours.chief.token, address: `10.8.${index >> 8}.${index & 255}` }
        const answer = await send(platform.app, call.endpoint, { params, query, body: rest }, options)
        const { errorCode, data } = answer.json<{ errorCode?: number; data?: { fields?: { path: string }[] } }>()
        const isNamed = data?.fields?.some(({ path }) => path === field)
        if (answer.statusCode !== 422 || errorCode !== 900001 || !isNamed)
          wrong.push(`${call.name} without ${field}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
        sent += 1
      }
    }
    expect(sent).toBeGreaterThan(300)
    expect(wrong).toEqual([])
    const after = await digests()
    expect(Object.keys(before).filter((table) => before[table] !== after[table])).toEqual([])
  })
})
