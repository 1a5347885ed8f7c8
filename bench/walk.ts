/**
 * A day's use of a server, before anything is measured on it: all calls that read, as a learner and as who manages, and the
 * usual ones that write. A server that has just started holds few statements, and shows times that no second day has.
 */
import { sql } from 'kysely'
import { type Endpoint, fillPath } from '#kit/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { apiPrefix } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { validInput } from '#test/rules/calls.ts'
import { createRandom, type Random, seedOf } from '#test/rules/random.ts'
import { request } from './actors.ts'
import type { BenchCaller, Request, Walkers } from './plans.ts'
import { withClient } from './study-database.ts'

/** Each call is made with so many choices of what it is about: with some it finds nothing, and asks little. */
const choices = 2
const longestMs = 20_000
const quickMs = 200

type IdsOf = (module: string, name: string, random: Random) => string

/** Some rows of each table: what an id in a call of the module may name. */
async function findIds(databaseUrl: string): Promise<IdsOf> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  const found = new Map<string, string[]>()
  try {
    const { rows: tables } = await sql<{ schema: string; table: string }>`
      select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype
      where c.relkind = 'r' and n.nspname = any(${serverModules.map(({ name }) => name)})`.execute(db)
    for (const { schema, table } of tables) {
      const name = sql.table(`${schema}.${table}`)
      const { rows } = await sql<{ id: string }>`select id from ${name} limit 20`.execute(db)
      const ids = rows.map(({ id }) => id)
      found.set(`${schema}.${table}`, ids)
      found.set(`.${table}`, ids)
      found.set(schema, [...(found.get(schema) ?? []), ...ids])
    }
  } finally {
    await db.destroy()
  }
  const named = (ids: readonly string[] | undefined) => (ids && ids.length > 0 ? ids : undefined)
  return (module, name, random) => {
    const table = name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const ids = named(found.get(`${module}.${table}`)) ?? named(found.get(`.${table}`)) ?? named(found.get(module))
    return random.pick(ids ?? ['00000000-0000-7000-8000-000000000000'])
  }
}

const textOf = (query: Readonly<Record<string, unknown>>) => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** The calls of contracts that read, each for each caller, about several things. */
export async function readingCalls(databaseUrl: string, callers: readonly BenchCaller[]): Promise<Request[]> {
  const idsOf = await findIds(databaseUrl)
  const requests: Request[] = []
  for (const { name: module, contract } of serverModules) {
    for (const [key, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
      if (endpoint.method !== 'GET' || endpoint.kind === 'stream' || endpoint.writes) continue
      const random = createRandom(seedOf(`${module}.${key}`))
      for (let choice = 0; choice < choices; choice++) {
        const { params, query } = validInput(endpoint, random, (name) => idsOf(module, name, random))
        // A path with too many or strange characters is no part of a usual day.
        const path = `${apiPrefix}${fillPath(endpoint.path, params)}${textOf(query)}`
        for (const caller of callers) requests.push({ ...request(endpoint, caller, { params: {} as never }), path })
      }
    }
  }
  return requests
}

function writingCalls(learners: Walkers['learners']): Request[] {
  return learners.flatMap((learner) => {
    const params = { id: learner.courseId }
    return [
      request(courses.registerForCourse, learner, { params, body: {} }),
      request(courses.createNote, learner, {
        body: { courseId: learner.courseId, content: '重点：先断电', isPublic: 0 },
      }),
    ]
  })
}

/** Makes a call and says whether it was answered well. `copy` tells those apart that are made at once. */
export type Ask = (request: Request, index: number, copy: number) => Promise<boolean>

/** Each from an address of its own, so that no rate limit stops the walk. */
export function askAt(origin: string): Ask {
  return async ({ method, path, headers, body }, index, copy) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-for': `10.9.${index & 255}.${copy}` },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(longestMs),
    }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.ok === true
  }
}

/** Makes the calls at a server, each on all of its connections at once, and says how many were answered well. */
export async function walk(
  ask: Ask,
  databaseUrl: string,
  { learners, director, atOnce }: Walkers & { readonly atOnce: number },
): Promise<void> {
  const reading = await readingCalls(databaseUrl, [director, ...learners.slice(0, 1)])
  const requests = [...reading, ...writingCalls(learners.slice(0, atOnce))]
  let good = 0
  for (const [index, request] of requests.entries()) {
    const startedAt = performance.now()
    if (await ask(request, index, 0)) good++
    // What takes long in a large company is asked once: the others would wait for it and learn nothing.
    if (request.method === 'GET' && performance.now() - startedAt < quickMs)
      await Promise.all(Array.from({ length: atOnce - 1 }, (_, copy) => ask(request, index, copy + 1)))
  }
  // What the calls have set going would take the server's time from what is measured.
  await withClient(databaseUrl, (client) => client.query('delete from graphile_worker._private_jobs'))
  console.log(`\nThe server has answered ${requests.length} other calls before, ${good} of them well.\n`)
}
