/** What the product asks of the database for a call: recorded twice, so that what is new in every request shows. */
import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { buildApp } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { createOutside } from '#server/outside/create.ts'
import { noRealtime } from '#server/realtime/hub.ts'
import type { Request, RequestPlan } from './plans.ts'
import { requestOf } from './plans.ts'

export interface Recorded {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A parameter of a replayed statement: a constant, or made again with each request. */
export type Parameter =
  | { readonly value: unknown }
  | { readonly bytes: string }
  | { readonly list: readonly Parameter[] }
  | { readonly fresh: 'uuid' | 'bytes' | 'text' | 'now' | 'elapsed'; readonly same: number; readonly length: number }

export interface Replay {
  readonly statements: readonly { readonly text: string; readonly parameters: readonly Parameter[] }[]
  readonly answer: unknown
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-/

function freshKind(value: unknown): 'uuid' | 'bytes' | 'text' | 'now' | 'elapsed' {
  if (Buffer.isBuffer(value)) return 'bytes'
  if (typeof value === 'number') return value > 1e12 ? 'now' : 'elapsed'
  return uuidPattern.test(String(value)) ? 'uuid' : 'text'
}

function equal(left: unknown, right: unknown): boolean {
  if (Buffer.isBuffer(left) && Buffer.isBuffer(right)) return left.equals(right)
  return left === right || (Array.isArray(left) && JSON.stringify(left) === JSON.stringify(right))
}

/** What differs between two recordings of one call is new in every request; equal values of one request stay equal. */
function compare(first: readonly Recorded[], second: readonly Recorded[]): Replay['statements'] {
  const texts = (statements: readonly Recorded[]) => statements.map((statement) => statement.text).join('\n')
  if (texts(first) !== texts(second)) throw new Error('a call does not ask the same of the database each time')
  const seen: string[] = []
  const parameterOf = (value: unknown, before: unknown): Parameter => {
    if (equal(value, before)) return Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : { value }
    if (Array.isArray(value) && Array.isArray(before) && value.length === before.length)
      return { list: value.map((one, at) => parameterOf(one, before[at])) }
    const kind = freshKind(value)
    // A text that is neither an id nor a token (a list of ranges, say) is replayed as it was.
    if (kind === 'text' && !/^[\w-]{20,}$/.test(String(value))) return { value }
    const key = Buffer.isBuffer(value) ? value.toString('base64') : String(value)
    if (!seen.includes(key)) seen.push(key)
    return { fresh: kind, same: seen.indexOf(key), length: Buffer.isBuffer(value) ? value.length : key.length }
  }
  return second.map(({ text, values }, index) => ({
    text,
    parameters: values.map((value, at) => parameterOf(value, first[index]?.values[at])),
  }))
}

export interface Recorder {
  /** The answer to a call, as the product gives it. */
  call(request: Request): Promise<unknown>
  /** Makes a call and says whether it was answered well. */
  ask(request: Request): Promise<boolean>
  /** The cookie that a browser would send with its next call, where the answer to this one sets one. */
  cookieAfter(request: Request): Promise<string | undefined>
  record(plan: RequestPlan, actor: number, base: number): Promise<Replay>
  /** The statements of a call, with their values. */
  statementsOf(request: Request): Promise<readonly Recorded[]>
  close(): Promise<void>
}

/**
 * Tells each statement that connections of the pool are asked for; `isTogether`: it was sent before the one before it was answered.
 */
export function recordOn(pool: pg.Pool, note: (statement: Recorded, isTogether: boolean) => void): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    let [open, isWithin] = [0, false]
    const answered = () => {
      open -= 1
    }
    const recording = (...args: unknown[]) => {
      const [text, values] = args
      // The first statement of a transaction asks for itself again, behind its `begin`.
      if (typeof text !== 'string' || isWithin) return query(...args)
      note({ text, values: (values as unknown[] | undefined) ?? [] }, open > 0)
      open += 1
      isWithin = true
      const answer = query(...args)
      isWithin = false
      void Promise.resolve(answer).then(answered, answered)
      return answer
    }
    ;(client as { query: unknown }).query = recording as pg.Client['query']
  })
}

export async function startRecorder(databaseUrl: string, dataDirectory: string): Promise<Recorder> {
  const pool = createPool({ databaseUrl, size: 1 })
  let recorded: Recorded[] = []
  recordOn(pool, (statement) => recorded.push(statement))
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIRECTORY: dataDirectory,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
  })
  const db = createDatabase(pool)
  const app = await buildApp({
    db,
    watch: { state: async () => 'ok' },
    modules: serverModules,
    outside: createOutside(config, noRealtime),
  })
  const call = async ({ method, path, headers, body }: Request, isRefused = false) => {
    const answer = await app.inject({ method, url: path, headers, ...(body !== undefined && { payload: body }) })
    if (isRefused ? answer.statusCode < 400 || answer.statusCode >= 500 : answer.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json() as unknown
  }
  return {
    call: (request) => call(request),
    ask: (request) =>
      call(request).then(
        () => true,
        () => false,
      ),
    async cookieAfter({ method, path, headers }) {
      const { cookies } = await app.inject({ method, url: path, headers })
      return cookies[0] && `${cookies[0].name}=${cookies[0].value}`
    },
    async record(plan, actor, base) {
      const runs: Recorded[][] = []
      let answer: unknown
      // The first request of all prepares what later ones find prepared.
      for (let run = 0; run < 3; run++) {
        recorded = []
        answer = await call(requestOf(plan, actor, base, run), plan.isRefused)
        runs.push(recorded)
      }
      return { statements: compare(runs[1] ?? [], runs[2] ?? []), answer }
    },
    async statementsOf(request) {
      recorded = []
      await call(request)
      return recorded
    },
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}
