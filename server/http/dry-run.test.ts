/** The dry run of handlers with effects that a rollback cannot undo. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import { CANNOT_BE_TRIED, NOT_FOUND, refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { Body, Done } from '#kit/schema.ts'
import { type Job, job, type Routes, serverModule } from '#server/module.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import type { Connection } from '../db/connection.ts'
import { noteEntries, noteMessages } from '../forecast.ts'
import { enqueue } from '../jobs/queue.ts'
import { publish } from '../realtime/publish.ts'

const common = { method: 'POST', summary: 'Planted', access: 'public', response: Done } as const

const planted = contract({
  write: {
    ...common,
    path: '/planted/write',
    body: Body({ name: Type.String() }),
    response: Type.Object({ rows: Type.Integer() }),
    rate: { max: 3, windowSeconds: 60 },
  },
  keeps: { ...common, path: '/planted/keeps' },
  stores: { ...common, path: '/planted/stores' },
  defers: { ...common, path: '/planted/defers' },
  marked: { ...common, path: '/planted/marked', noDryRun: 'sign-in' },
  unmarked: { ...common, path: '/planted/unmarked', outside: true },
  enqueues: { ...common, path: '/planted/enqueues' },
  floods: { ...common, path: '/planted/floods' },
  reads: { ...common, method: 'GET', path: '/planted/reads' },
})

const insert = (db: Connection, name: string) =>
  sql`insert into planted (name) values (${name})`.execute(db as unknown as typeof platform.root)

const later = job({
  name: 'planted.later',
  payload: Type.Object({ name: Type.String() }),
  async run(db, { name }): Promise<void> {
    noteMessages(db, 'mail', 2)
    await insert(db, name)
    if (name === 'fails') throw new Error('the job fails')
    if (name === 'twice') await enqueue(db, later, { name: 'once more' })
  },
})
const network = job({
  name: 'planted.network',
  payload: Type.Object({}),
  outside: true,
  run: async () => {
    throw new Error('a dry run sends nothing')
  },
})
const endless: Job = job({
  name: 'planted.endless',
  payload: Type.Object({}),
  async run(db): Promise<void> {
    await enqueue(db, endless, {})
  },
})

const routes: Routes<unknown, typeof planted> = {
  async write(db, { body }) {
    await insert(db, body.name)
    if (body.name === 'refused') throw refuse(NOT_FOUND)
    await publish(db, { topic: 'planted', name: 'written', data: {} })
    const entry = { action: 'planted.write', subjectType: 'row', subjectId: null, subjectName: body.name }
    noteEntries(db, [{ ...entry, before: null, after: { name: body.name } }])
    const { rows } = await sql<{ count: number }>`select count(*) as count from planted`.execute(db)
    return { rows: rows[0]?.count ?? 0, secret: 'not declared' }
  },
  async keeps(db) {
    await insert(db, 'counted')
    throw refuseKeepingWrites(NOT_FOUND)
  },
  async stores(_db, _input, { outside }) {
    await outside.storage.put('planted-file', Buffer.from('x'))
    return {}
  },
  async defers(db) {
    await sql`insert into planted_child (parent) values ('nobody')`.execute(db)
    return {}
  },
  marked: async () => ({}),
  unmarked: async () => ({}),
  async enqueues(db) {
    for (const name of ['one', 'twice', 'fails']) await enqueue(db, later, { name })
    await enqueue(db, later, { name: 'replaced' }, { key: 'same' })
    await enqueue(db, later, { name: 'tomorrow' }, { key: 'same', runAt: platform.now + 86_400_000 })
    await enqueue(db, network, {})
    return {}
  },
  async floods(db) {
    await enqueue(db, endless, {})
    return {}
  },
  reads: async () => ({}),
}

stopRecording()
const plantedServer = serverModule({
  name: 'planted',
  contract: planted,
  routes,
  jobs: [later, network, endless],
  plugin: (app) => void app.post('/planted/protocol', async () => ({})),
})
const platform = testPlatform({ modules: [plantedServer] })

const ask = (
  path: string,
  { body, header = '1', address = '10.0.0.1' }: { body?: object; header?: string; address?: string } = {},
) =>
  platform.app.inject({
    method: 'POST',
    url: `/api/v1/planted/${path}`,
    remoteAddress: address,
    headers: { 'x-dry-run': header },
    ...(body && { payload: body }),
  })

async function names(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from planted order by name`.execute(platform.root)
  return rows.map((row) => row.name)
}

beforeEach(async () => {
  await sql`create table planted (name text primary key)`.execute(platform.root)
  await sql`create table planted_child (
    parent text references planted (name) deferrable initially deferred)`.execute(platform.root)
})
afterEach(async () => {
  expect(await names()).toEqual([])
  await sql`drop table planted_child, planted`.execute(platform.root)
})

describe('a dry run', () => {
  it('answers what the call would answer, as it is declared, and its consequences', async () => {
    const heard: unknown[] = []
    const stop = platform.outside.realtime.subscribe('planted', (event) => heard.push(event))
    const answer = await ask('write', { body: { name: 'a' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({
      answer: { rows: 1 },
      entries: [
        {
          ...{ action: 'planted.write', subjectType: 'row', subjectId: null, subjectName: 'a' },
          ...{ before: null, after: { name: 'a' } },
        },
      ],
      jobs: [],
      messages: [],
      isComplete: true,
    })
    await wait(100)
    expect(heard).toEqual([])
    stop()
  })

  it('refuses like the call, and counts towards its rate limit', async () => {
    const address = '10.0.0.2'
    const refused = await ask('write', { body: { name: 'refused' }, address })
    expect([refused.statusCode, refused.json().errorCode]).toEqual([422, NOT_FOUND.code])
    expect((await ask('write', { body: { nothing: 1 }, address })).json().errorCode).toBe(900001)
    await ask('write', { body: { name: 'a' }, address })
    expect((await ask('write', { body: { name: 'a' }, address })).json().errorCode).toBe(900008)
  })

  it('runs deferred constraints', async () => {
    expect((await ask('defers')).statusCode).toBe(500)
  })

  it('reaches nothing outside of the database', async () => {
    const answer = await ask('stores')
    expect(answer.json()).toMatchObject({ errorCode: CANNOT_BE_TRIED.code, data: { reason: 'outside' } })
    expect(await platform.outside.storage.stat('planted-file')).toBeUndefined()
  })

  it('cannot bypass counted refusals', async () => {
    expect((await ask('keeps')).statusCode).toBe(500)
  })

  it('follows jobs that need only the database, and reports an incomplete forecast', async () => {
    const forecast = (await ask('enqueues')).json()
    expect(forecast).toEqual({
      answer: {},
      entries: [],
      jobs: [
        { name: 'planted.later', count: 5 },
        { name: 'planted.network', count: 1 },
      ],
      messages: [{ kind: 'mail', recipients: 6 }],
      isComplete: false,
    })
    const flood = (await ask('floods')).json()
    expect(flood).toMatchObject({ isComplete: false })
    expect(flood.jobs[0].count).toBeLessThanOrEqual(201)
  })

  it('is refused with its reason where a call is marked, works outside, or stands in no contract', async () => {
    for (const [path, reason] of [
      ['marked', 'sign-in'],
      ['unmarked', 'outside'],
      ['protocol', 'protocol'],
    ] as const) {
      const answer = await ask(path)
      expect(answer.statusCode, path).toBe(422)
      expect(answer.json(), path).toMatchObject({ errorCode: CANNOT_BE_TRIED.code, data: { reason } })
    }
  })

  it('never becomes a real call by a mistyped header, and reading calls ignore the header', async () => {
    for (const header of ['true', '0', '', '1, 1']) {
      const answer = await ask('write', { body: { name: 'a' }, header, address: '10.0.0.3' })
      expect(answer.json(), header).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'X-Dry-Run' }] } })
    }
    const read = await platform.app.inject({ url: '/api/v1/planted/reads', headers: { 'x-dry-run': '1' } })
    expect(read.json()).toEqual({})
  })
})
