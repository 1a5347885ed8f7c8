/**
 * The dry run of a writing call. Its handler and the jobs that need only the database run in one transaction, which
 * is rolled back. Effects outside the database are not reachable meanwhile.
 */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Endpoint, type NoDryRun, writes } from '#kit/contract.ts'
import { CANNOT_BE_TRIED, INVALID_INPUT, Refusal, refuse } from '#kit/errors.ts'
import { type Consequences, dryRunHeader, messageKinds } from '#kit/forecast.ts'
import type { Connection } from '../db/connection.ts'
import { noEditsSql } from '../db/last-edit.ts'
import type { RootDatabase } from '../db/pool.ts'
import { type ForecastNotes, startNotes } from '../forecast.ts'
import type { Outside } from '../outside.ts'
import { jsonOf } from './written.ts'

/** The limits of followed jobs; beyond them the forecast is incomplete. */
const jobsMax = 200
const followMsMax = 3000

/** The reason why a call cannot be tried; undefined if it can. Calls without a transaction never can. */
export function whyNotTried(endpoint: Endpoint): NoDryRun | undefined {
  if (endpoint.noDryRun) return endpoint.noDryRun
  if (endpoint.kind === 'multipart') return 'upload'
  if (endpoint.kind === 'stream') return 'stream'
  return endpoint.outside ? 'outside' : undefined
}

/** Whether the request is a dry run. Refuses the header on calls that cannot be tried. */
export function isDryRun(request: FastifyRequest, endpoint: Endpoint): boolean {
  if (request.headers[dryRunHeader] === undefined || (!writes(endpoint) && !endpoint.outside)) return false
  const reason = whyNotTried(endpoint)
  if (reason) throw refuse(CANNOT_BE_TRIED, { reason })
  return true
}

/** Applies to every address, because an ignored header would turn a dry run into a real call. */
export function assertDryRunHeader(request: FastifyRequest): void {
  const value = request.headers[dryRunHeader]
  if (value === undefined) return
  if (value !== '1')
    throw refuse(INVALID_INPUT, { fields: [{ path: 'X-Dry-Run', rule: 'const', message: 'must be 1' }] })
  const { config } = request.routeOptions
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (!isReading && !request.is404 && !config.declared) throw refuse(CANNOT_BE_TRIED, { reason: 'protocol' })
}

function unreachable(): never {
  throw refuse(CANNOT_BE_TRIED, { reason: 'outside' })
}

/** The outside world without any effects. */
function guarded(outside: Outside): Outside {
  const { storage } = outside
  return {
    ...outside,
    storage: {
      kind: storage.kind,
      get: (key, range) => storage.get(key, range),
      stat: (key) => storage.stat(key),
      put: async () => unreachable(),
      delete: async () => unreachable(),
      removeLeftovers: async () => unreachable(),
    },
    sendMail: async () => unreachable(),
    sendSms: async () => unreachable(),
    sendWebhook: async () => unreachable(),
    ...(outside.sendWecom && { sendWecom: async () => unreachable() }),
    ...(outside.sendDingtalk && { sendDingtalk: async () => unreachable() }),
  }
}

function lengthsOf({ entries, jobs, messages }: ForecastNotes) {
  return { entries: entries.length, jobs: [...jobs], messages: messages.length }
}

/** Runs a job like its worker, under a savepoint. A failure undoes its writes and its notes. */
async function runJob(db: Connection, notes: ForecastNotes, run: () => Promise<void>): Promise<boolean> {
  const before = lengthsOf(notes)
  const say = (statement: string) => sql.raw(statement).execute(db as unknown as RootDatabase)
  await say('savepoint forecast_job')
  try {
    await run()
    await say('release savepoint forecast_job')
    return true
  } catch {
    await say('rollback to savepoint forecast_job')
    notes.entries.length = before.entries
    notes.messages.length = before.messages
    notes.jobs.splice(0, notes.jobs.length, ...before.jobs)
    return false
  }
}

/** Runs due jobs that need only the database. Answers the number of enqueued jobs by name. */
async function followJobs(db: Connection, notes: ForecastNotes, outside: Outside, now: number) {
  const counts = new Map<string, number>()
  const until = performance.now() + followMsMax
  let isComplete = true
  for (let count = 0; notes.jobs.length > 0; count += 1) {
    const { job, payload, runAt } = notes.jobs.shift() as ForecastNotes['jobs'][number]
    counts.set(job.name, (counts.get(job.name) ?? 0) + 1)
    const run = job.rehearse ?? (job.outside || job.long ? undefined : job.run)
    if (!run || (runAt !== undefined && runAt > now)) continue
    const canGoOn = count < jobsMax && performance.now() < until
    const isDone = canGoOn && (await runJob(db, notes, () => run(db, payload, { outside, now })))
    isComplete &&= isDone
  }
  return { isComplete, jobs: [...counts].map(([name, count]) => ({ name, count })) }
}

function countMessages({ messages }: ForecastNotes): Consequences['messages'] {
  return messageKinds.flatMap((kind) => {
    const recipients = messages.reduce((sum, one) => (one.kind === kind ? sum + one.recipients : sum), 0)
    return recipients > 0 ? [{ kind, recipients }] : []
  })
}

/** The body of the answer, as it goes over the wire: the call's own answer as its contract declares it. */
function bodyOf(endpoint: Endpoint, answer: unknown, consequences: Consequences): string {
  const rest = JSON.stringify(consequences)
  return `{"answer":${jsonOf(endpoint.response, answer).toString()},${rest.slice(1)}`
}

/** Runs the call and always rolls it back. */
export async function tryCall(
  db: RootDatabase,
  endpoint: Endpoint,
  outside: Outside,
  run: (db: Connection, outside: Outside) => Promise<unknown>,
): Promise<string> {
  const safe = guarded(outside)
  const transaction = await db.startTransaction().execute()
  try {
    const connection = transaction as unknown as Connection
    const notes = startNotes(connection)
    const answer = await run(connection, safe)
    await noEditsSql.execute(transaction)
    // Checks deferred constraints now.
    await sql`set constraints all immediate`.execute(transaction)
    const entries = [...notes.entries]
    const { jobs, isComplete } = await followJobs(connection, notes, safe, outside.clock.now())
    return bodyOf(endpoint, answer, { entries, jobs, messages: countMessages(notes), isComplete })
  } catch (error) {
    // A caller could make uncounted tries, so such calls must be marked `keeps-writes`.
    if (error instanceof Refusal && error.keepWrites) throw new Error('a call that keeps writes was tried')
    throw error
  } finally {
    await transaction.rollback().execute()
  }
}
