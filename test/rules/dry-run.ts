/** Tries a writing call with inputs made from its contract, and compares each forecast with the real call. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { writes } from '#kit/contract.ts'
import { CANNOT_BE_TRIED } from '#kit/errors.ts'
import { dryRunHeader, type Forecast, type ForecastEntry } from '#kit/forecast.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import { type Call, errorCodeOf, type Sent, send, validInput } from './calls.ts'
import type { Hint } from './dry-run-hint.ts'
import { idSource, type World } from './fuzz.ts'
import { createRandom, seedOf } from './random.ts'
import { digestRows } from './tables.ts'
import type { UndoablePlatform } from './undo.ts'

/** Digests of every table of every schema but the counts of calls, and of every stored file: by name. */
export async function snapshot(db: RootDatabase, directory: string): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'server')
    order by 1`.execute(db)
  const rows = Object.entries(await digestRows(db, tables.rows))
  const files = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const digests = files
    .filter((file) => file.isFile())
    .map(async (file): Promise<[string, string]> => {
      const path = join(file.parentPath, file.name)
      return [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ]
    })
  return new Map([...rows, ...(await Promise.all(digests))])
}

export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

/** Calls that write in a transaction, or would as soon as somebody took the mark away. */
export function isWriting({ endpoint }: Call): boolean {
  return writes(endpoint) || endpoint.outside === true
}

/** Ids, and the user names of credentials. */
const randomTexts = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{24}\b/g

/** What the call itself draws by chance differs from one call to the next: each is replaced by its place. */
function withoutNewIds(value: unknown, known: string): unknown {
  const places = new Map<string, string>()
  const text = JSON.stringify(value).replace(randomTexts, (id) => {
    if (known.includes(id)) return id
    if (!places.has(id)) places.set(id, `new-${places.size}`)
    return places.get(id) ?? id
  })
  return JSON.parse(text)
}

async function readEntries(db: RootDatabase): Promise<(ForecastEntry & { id: string })[]> {
  const { rows } = await sql<{
    id: string
    action: string
    type: string | null
    subject: string | null
    details: string
  }>`
    select id, action, subject_type as type, subject_id as subject, details from operations.audit_entry
    where details is not null order by id`.execute(db)
  return rows.map((row) => {
    const { name, before, after } = JSON.parse(row.details) as Partial<ForecastEntry> & { name?: string }
    return {
      id: row.id,
      action: row.action,
      subjectType: row.type,
      subjectId: row.subject,
      subjectName: name ?? null,
      before: before ?? null,
      after: after ?? null,
    }
  })
}

interface Attempt {
  readonly sent: Sent
  readonly token: string
  readonly address: string
}

function attemptOf(world: World, call: Call, hint: Hint | undefined, round: number): Attempt {
  const random = createRandom(seedOf(call.name) + round)
  const sent = validInput(call.endpoint, random, idSource(world, call, random, false))
  const { chief, learner } = world.ours
  // The hint first, then chance: other inputs show other refusals.
  if (hint && round === 0) {
    const { params = {}, query = {}, body } = hint
    const { token } = hint.as === 'learner' ? learner : chief
    return { sent: { params, query, body: body ?? sent.body }, token, address: '10.6.0.1' }
  }
  return { sent, token: round % 4 === 3 ? learner.token : chief.token, address: `10.7.${round >> 8}.${round & 255}` }
}

const dry = { [dryRunHeader]: '1' }

export interface Tried {
  /** A try of the call succeeded. */
  readonly succeeded: boolean
  /** The forecast named at least one entry of the audit log. */
  readonly logged: boolean
  readonly refusals: readonly (number | undefined)[]
  readonly problems: readonly string[]
  readonly forecast?: Forecast<unknown>
}

async function realCall(platform: UndoablePlatform, call: Call, { sent, token, address }: Attempt) {
  return platform.undo(async () => {
    const before = new Set((await readEntries(platform.db)).map(({ id }) => id))
    const answer = await send(platform.app, call.endpoint, sent, { token, address })
    const entries = (await readEntries(platform.db)).filter(({ id }) => !before.has(id))
    return { answer, entries: entries.map(({ id: _, ...entry }) => entry) }
  })
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** What the forecast says otherwise than the real call did. */
function comparison(forecast: Forecast<unknown>, real: Awaited<ReturnType<typeof realCall>>, known: string): string[] {
  const { statusCode, body } = real.answer
  if (statusCode !== 200) return [`the real call was answered ${statusCode} ${body.slice(0, 300)}`]
  const expected = withoutNewIds(real.entries, known)
  const predicted = withoutNewIds(forecast.entries, known)
  if (isSame(expected, predicted)) return []
  return [`the forecast says ${JSON.stringify(predicted)}, the log has ${JSON.stringify(expected)}`]
}

function codes(answer: LightMyRequestResponse): string {
  return `${answer.statusCode} ${errorCodeOf(answer) ?? ''}`
}

export interface TryOptions {
  readonly rounds: number
  /** So many refusals are compared with those of the real call. */
  readonly refusalsCompared: number
  readonly hint?: Hint | undefined
}

/** Tries the call with one input after the other until one is accepted. */
export async function tryCallOften(
  world: World,
  undoable: UndoablePlatform,
  call: Call,
  { rounds, refusalsCompared, hint }: TryOptions,
): Promise<Tried> {
  const known = JSON.stringify([...world.ourIds.values(), ...world.theirIds.values()])
  const refusals: (number | undefined)[] = []
  const problems: string[] = []
  for (let round = 0; round < rounds && problems.length === 0; round++) {
    const attempt = attemptOf(world, call, hint, round)
    const { sent, token, address } = attempt
    const answer = await send(world.platform.app, call.endpoint, sent, { token, address, headers: dry })
    if (answer.statusCode >= 500) problems.push(`${answer.statusCode} to ${JSON.stringify(sent).slice(0, 500)}`)
    if (answer.statusCode === 200) {
      const forecast = answer.json<Forecast<unknown>>()
      const real = await realCall(undoable, call, attempt)
      problems.push(...comparison(forecast, real, known + JSON.stringify(sent)))
      return { succeeded: true, logged: forecast.entries.length > 0, refusals, problems, forecast }
    }
    const code = errorCodeOf(answer)
    if (code === CANNOT_BE_TRIED.code) return { succeeded: false, logged: false, refusals: [code], problems }
    if (!refusals.includes(code) && refusals.length < refusalsCompared) {
      const real = await realCall(undoable, call, attempt)
      if (codes(real.answer) !== codes(answer)) problems.push(`${codes(answer)}, but really ${codes(real.answer)}`)
    }
    refusals.push(code)
  }
  return { succeeded: false, logged: false, refusals, problems }
}
