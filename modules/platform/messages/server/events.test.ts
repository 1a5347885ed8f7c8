import { once } from 'node:events'
import { type ClientRequest, request as requestHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { buildApp } from '#server/http/app.ts'
import type { ServerModule } from '#server/module.ts'
import { type RealtimeHub, startRealtime } from '#server/realtime/hub.ts'
import { publish } from '#server/realtime/publish.ts'
import { testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { addEventStreams } from './events.ts'
import { buildTodo, modulesWithExamples, reportKind, sendExample } from './messages.fixture.ts'
import { closeTodo } from './todos.ts'

/** The platform's modules, with an event stream that sends heartbeats and checks its session often. */
const quick = { heartbeatMs: 40, checkMs: 40, streamsPerMemberMax: 3, spreadMs: 20 }
const modules: ServerModule[] = modulesWithExamples.map((module) =>
  module.name === 'messages'
    ? { ...module, plugin: (app, outside, db) => addEventStreams(app, outside, db, quick) }
    : module,
)
const platform = testPlatform({ modules, poolSize: 6 })

interface Heard {
  readonly name: string
  readonly data: unknown
  readonly id: string
}

/** The browser's side of the stream. */
class Listener {
  readonly events: Heard[] = []
  comments = 0
  ended = false
  status = 0
  headers: NodeJS.Dict<string | string[]> = {}
  readonly #request: ClientRequest
  #waiting: (() => void)[] = []

  constructor(port: number, token: string, headers: Record<string, string> = {}) {
    this.#request = requestHttp(
      {
        port,
        host: '127.0.0.1',
        path: '/api/v1/system/events',
        headers: { authorization: `Bearer ${token}`, ...headers },
      },
      (answer) => {
        this.status = answer.statusCode ?? 0
        this.headers = answer.headers
        let rest = ''
        answer.setEncoding('utf8').on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) this.#take(block)
          this.#wake()
        })
        answer.on('close', () => this.#end())
      },
    )
    this.#request.on('error', () => this.#end())
    this.#request.end()
  }

  #take(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2)))
    if (fields.event) this.events.push({ name: fields.event, data: JSON.parse(fields.data), id: fields.id })
    else if (block.startsWith(':')) this.comments += 1
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #end(): void {
    this.ended = true
    this.#wake()
  }

  /** Waits until the condition holds, at most for the time limit of the test. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async ready(): Promise<this> {
    await this.until(() => this.events.some((event) => event.name === 'ready') || this.ended)
    return this
  }

  names(): string[] {
    return this.events.map((event) => event.name)
  }

  close(): void {
    this.#request.destroy()
  }
}

let other: { app: FastifyInstance; realtime: RealtimeHub }
const ports: number[] = []
const open: Listener[] = []
let companyId: string
let lin: BuiltMember
let zhou: BuiltMember

beforeAll(async () => {
  // Another server process on the same database.
  const realtime = startRealtime(platform.databaseUrl, () => {})
  const app = await buildApp({
    db: platform.root,
    watch: platform.watch,
    modules,
    outside: { ...platform.outside, realtime },
  })
  other = { app, realtime }
  for (const one of [platform.app, app]) {
    await one.listen({ port: 0, host: '127.0.0.1' })
    ports.push((one.server.address() as AddressInfo).port)
  }
})
afterAll(async () => {
  await other.app.close()
  await other.realtime.stop()
})
beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  lin = await buildMember(platform.db, { companyId })
  zhou = await buildMember(platform.db, { companyId })
})
afterEach(() => {
  for (const listener of open.splice(0)) listener.close()
})

async function listen(
  token: string,
  { process = 0, headers = {} }: { process?: number; headers?: Record<string, string> } = {},
): Promise<Listener> {
  const listener = new Listener(ports[process] as number, token, headers)
  open.push(listener)
  return listener.ready()
}

describe('the stream of events', () => {
  it('reaches the recipient’s browsers at every server process, and no other member', async () => {
    const here = await listen(lin.token)
    const there = await listen(lin.token, { process: 1 })
    const others = await listen(zhou.token, { process: 1 })
    await sendExample(platform.db, { companyId, recipients: [lin.id] })
    await Promise.all([here, there].map((one) => one.until(() => one.names().includes('notification'))))
    // An event for the whole company reaches the others after the message would have.
    await publish(platform.db, { topic: `company:${companyId}`, name: 'task', data: { id: '1' } })
    await others.until(() => others.names().includes('task'))
    expect(others.names()).toEqual(['ready', 'task'])
    expect(others.events[1]?.data).toEqual({ id: '1' })
    expect(here.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
  })

  it('[SYSTEM-213] reports to-dos that are opened and closed, and messages that were read in another tab', async () => {
    const stream = await listen(lin.token)
    const count = (name: string) => stream.names().filter((one) => one === name).length
    await buildTodo(platform.db, { companyId, memberIds: [lin.id], businessId: 'a' })
    await stream.until(() => count('todo') === 1)
    await closeTodo(platform.db, { companyId, kind: reportKind.kind, businessId: 'a', now: platform.now })
    await stream.until(() => count('todo') === 2)
    await sendExample(platform.db, { companyId, recipients: [lin.id] })
    await stream.until(() => count('notification') === 1)
    await platform.client(messages, lin).readAllNotifications({ body: {} })
    await stream.until(() => count('notification') === 2)
  })

  it('numbers its events, and sends missed to a browser that reconnects', async () => {
    const first = await listen(lin.token)
    const last = first.events.at(-1)?.id ?? ''
    expect(last).toMatch(/^\w+-\d+$/)
    const again = await listen(lin.token, { headers: { 'last-event-id': last } })
    await again.until(() => again.names().includes('missed'))
  })

  it('sends missed after the connection between the processes was lost', async () => {
    const stream = await listen(lin.token)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'shuyuan-realtime'`.execute(platform.root)
    await stream.until(() => stream.names().includes('missed'))
  })

  it('is never silent for longer than the interval of heartbeats', async () => {
    const stream = await listen(lin.token)
    await stream.until(() => stream.comments >= 2)
  })

  it('ends when its session or its token ends', async () => {
    const token = await buildSession(platform.db, { id: lin.id, companyId }, platform.now)
    const [ending, staying] = [await listen(token), await listen(lin.token)]
    await sql`update identity.session set ended_at = ${platform.now}
      where id = (select id from identity.session where member_id = ${lin.id} order by id desc limit 1)`.execute(
      platform.root,
    )
    await ending.until(() => ending.ended)
    expect(staying.ended).toBe(false)
    await sql`update identity.session set access_expires_at = ${platform.now - 1} where member_id = ${lin.id}`.execute(
      platform.root,
    )
    await staying.until(() => staying.ended)
  })

  it('is refused for an invalid token', async () => {
    for (const token of ['x'.repeat(43), 'short']) {
      const listener = await listen(token)
      expect(listener.status).toBe(401)
    }
  })

  it('allows a few connections of one member; one more ends the oldest', async () => {
    const streams = [await listen(lin.token), await listen(lin.token), await listen(lin.token)]
    const others = await listen(zhou.token)
    await listen(lin.token)
    await streams[0]?.until(() => streams[0]?.ended === true)
    expect([...streams.slice(1), others].map((one) => one.ended)).toEqual([false, false, false])
  })

  it('does not keep a server from ending', async () => {
    const realtime = startRealtime(platform.databaseUrl, () => {})
    const app = await buildApp({
      db: platform.root,
      watch: platform.watch,
      modules,
      outside: { ...platform.outside, realtime },
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    ports.push((app.server.address() as AddressInfo).port)
    const stream = await listen(lin.token, { process: ports.length - 1 })
    const closed = once(app.server, 'close')
    await app.close()
    await closed
    await stream.until(() => stream.ended)
    await realtime.stop()
  })
})
