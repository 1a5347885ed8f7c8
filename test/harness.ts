/**
 * A running platform for one test file: the real server on a real database of its own. Calls go through the same
 * contracts as the browser's. Only the outside world is replaced: the clock, mail and SMS.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { CallInput, Contract, Endpoint, Output } from '#kit/contract.ts'
import { fillPath } from '#kit/contract.ts'
import { SERVER_BUSY } from '#kit/errors.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { DatabaseWatch } from '#server/db/watch.ts'
import { registerExtensions } from '#server/extension.ts'
import { apiPrefix, buildApp } from '#server/http/app.ts'
import { runDueJobs } from '#server/jobs/queue.ts'
import type { ServerModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { createMessengers } from '#server/outside/create.ts'
import { createFaces } from '#server/outside/faces.ts'
import type { Mail, Outside, Sms } from '#server/outside.ts'
import { startRealtime } from '#server/realtime/hub.ts'
import { createStore } from '#server/storage/create.ts'
import { cloneDatabase } from './database.ts'
import { recordAnswer } from './recorder.ts'

/** A refusal as the client sees it. */
export class CallRefused extends Error {
  readonly status: number
  readonly errorCode: number | undefined
  readonly data: Record<string, unknown> | undefined

  constructor(status: number, body: { errorCode?: number; message?: string; data?: Record<string, unknown> }) {
    super(`${status} ${body.errorCode ?? ''} ${body.message ?? ''}`)
    this.status = status
    this.errorCode = body.errorCode
    this.data = body.data
  }
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
}

type ClientOf<C extends Contract> = {
  readonly [K in keyof C]: (input?: CallInput<C[K]>, options?: CallOptions) => Promise<Output<C[K]>>
}

export interface TestPlatform {
  readonly app: FastifyInstance
  /** For builders; the pool has one connection, so a query that escapes a transaction hangs and fails. */
  readonly db: Connection
  readonly root: RootDatabase
  readonly databaseUrl: string
  readonly watch: DatabaseWatch
  /** How many connections its requests have. */
  readonly poolSize: number
  readonly outside: Outside & { readonly config: Config }
  readonly sentMails: Mail[]
  readonly sentSms: Sms[]
  /** Calls of which a query ran beside their transaction; a file that ends with one fails. */
  readonly escaped: string[]
  /** The time that the platform sees; assign or add to move it. */
  now: number
  /** A client of a contract, as the member of a token or as nobody. */
  client<C extends Contract>(contract: C, token?: string | { readonly token: string }): ClientOf<C>
  /** Runs the background jobs that are due. */
  runJobs(): Promise<void>
}

function queryText(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((entry): [string, string] => [name, String(entry)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

async function callEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown },
  headers: Record<string, string>,
): Promise<unknown> {
  const answer = await app.inject({
    method: endpoint.method,
    url: `${apiPrefix}${fillPath(endpoint.path, input.params)}${queryText(input.query)}`,
    headers,
    ...(input.body !== undefined && { payload: input.body as object }),
  })
  if (answer.statusCode >= 400) throw new CallRefused(answer.statusCode, answer.json())
  return endpoint.kind === 'stream' ? answer : answer.json()
}

function clientOf<C extends Contract>(app: FastifyInstance, contract: C, token: string | undefined): ClientOf<C> {
  const entries = Object.entries(contract).map(([name, endpoint]) => [
    name,
    (input: object = {}, options: CallOptions = {}) => {
      const headers = {
        version: '1',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...options.headers,
      }
      return callEndpoint(app, endpoint, input, headers)
    },
  ])
  return Object.fromEntries(entries) as ClientOf<C>
}

/** The refusal that a call ends with; fails where it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<CallRefused> {
  try {
    await call
  } catch (error) {
    if (error instanceof CallRefused) return error
    throw error
  }
  throw new Error('the call was accepted')
}

/** As `refusal`, of several calls at once, in their order. */
export function refusals(calls: readonly Promise<unknown>[]): Promise<CallRefused[]> {
  return Promise.all(calls.map(refusal))
}

export interface PlatformOptions {
  /** One connection unless a test needs concurrency. */
  readonly poolSize?: number
  readonly environment?: Readonly<Record<string, string>>
  readonly outside?: Partial<Outside>
  /** Other modules than the platform's own: for tests of the framework and of the laws. */
  readonly modules?: readonly ServerModule[]
}

/** No network call inside a transaction: where there is one connection, one in use is an open transaction. */
function assertNoTransaction(pool: Pool | undefined): void {
  if (!pool) return
  const isSingle = pool.options.max === 1
  if (isSingle && pool.totalCount > pool.idleCount) throw new Error('a network call inside a transaction')
}

async function startPlatform(options: PlatformOptions): Promise<{ platform: TestPlatform; stop: () => Promise<void> }> {
  const database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  const directory = mkdtempSync(join(tmpdir(), 'shuyuan-files-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ...options.environment,
  })
  const { poolSize = 1 } = options
  const watch = new DatabaseWatch(database.url)
  const pool = createPool({ databaseUrl: database.url, size: poolSize, watch })
  const root = createDatabase(pool)
  const sentMails: Mail[] = []
  const sentSms: Sms[] = []
  const time = { now: Date.now() }
  const realtime = startRealtime(database.url, () => {})
  /** The connections of the jobs that run, apart from those of the calls, as in the server. */
  let jobPool: Pool | undefined
  const outside: Outside = {
    ...createMessengers(config),
    ...createFaces(config.faces),
    config,
    clock: { now: () => time.now },
    realtime,
    storage: createStore(config.files),
    async sendMail(mail) {
      for (const each of [pool, jobPool]) assertNoTransaction(each)
      sentMails.push(mail)
    },
    async sendSms(sms) {
      for (const each of [pool, jobPool]) assertNoTransaction(each)
      sentSms.push(sms)
    },
    ...options.outside,
  }
  const { modules = serverModules } = options
  registerExtensions(modules)
  const escaped: string[] = []
  const onAnswer: typeof recordAnswer = (endpointName, status, errorCode) => {
    // Where there is one connection, waiting for one in vain means that a query escaped the transaction that holds it.
    if (pool.options.max === 1 && errorCode === SERVER_BUSY.code) escaped.push(endpointName)
    recordAnswer(endpointName, status, errorCode)
  }
  const app = await buildApp({ db: root, watch, modules, outside, onAnswer })
  await app.ready()
  const platform: TestPlatform = {
    app,
    db: root,
    root,
    databaseUrl: database.url,
    watch,
    poolSize,
    outside,
    sentMails,
    sentSms,
    escaped,
    get now() {
      return time.now
    },
    set now(value) {
      time.now = value
    },
    client: (contract, token) => clientOf(app, contract, typeof token === 'object' ? token.token : token),
    async runJobs() {
      const queuePool = createPool({ databaseUrl: database.url, size: 3 })
      jobPool = createPool({ databaseUrl: database.url, size: poolSize })
      const jobDb = createDatabase(jobPool)
      const jobs = modules.flatMap((module) => module.jobs ?? [])
      const failures: unknown[] = []
      await runDueJobs({
        pool: queuePool,
        db: jobDb,
        jobs,
        outside,
        concurrency: 1,
        logError: (_, error) => failures.push(error),
      })
      jobPool = undefined
      await Promise.all([queuePool.end(), jobDb.destroy()])
      if (failures.length > 0) throw failures[0]
    },
  }
  const stop = async () => {
    await app.close()
    await realtime.stop()
    await root.destroy()
    watch.stop()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  }
  return { platform, stop }
}

/** One platform for all tests of a file. The returned object is filled in before the first test. */
export function testPlatform(options: PlatformOptions = {}): TestPlatform {
  const holder = {} as TestPlatform
  let stop: () => Promise<void>
  beforeAll(async () => {
    const started = await startPlatform(options)
    stop = started.stop
    Object.defineProperties(holder, Object.getOwnPropertyDescriptors(started.platform))
  })
  afterAll(async () => {
    await stop()
    expect(holder.escaped, 'calls with a query beside their transaction').toEqual([])
  })
  return holder
}
