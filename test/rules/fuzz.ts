/** Sends a call hostile input, and tells what it did wrong: a 5xx, or another company's row in its hands. */
import { v7 as uuid } from 'uuid'
import { buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import type { ServerModule } from '#server/module.ts'
import type { TestPlatform } from '#test/harness.ts'
import { type Call, type Sent, send, validInput } from './calls.ts'
import { buildSampleCompany, type SampleCompany } from './companies.ts'
import { brokenBodies, type IdSource, spoil } from './inputs.ts'
import { createRandom, type Random, seedOf } from './random.ts'
import { readDigests, readIds, readTables, type TableOfRows } from './tables.ts'

/** What a handler threw last: the 5xx alone says nothing. */
let lastFault: unknown

/** The module with handlers whose faults are remembered. */
export function watched(module: ServerModule): ServerModule {
  const routes = Object.entries(module.routes).map(([key, handler]) => {
    const watch = async (...args: unknown[]) => {
      try {
        return await (handler as (...args: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        lastFault = error
        throw error
      }
    }
    return [key, watch]
  })
  return { ...module, routes: Object.fromEntries(routes) }
}

const marker = 'Zeugnis甲'

/** Two companies with rows in every table; the calls are made by members of ours. */
export interface World {
  readonly platform: TestPlatform
  readonly tables: readonly TableOfRows[]
  readonly ours: SampleCompany
  readonly theirs: SampleCompany
  readonly ourIds: ReadonlyMap<string, readonly string[]>
  readonly theirIds: ReadonlyMap<string, readonly string[]>
  /** The other company's rows after the last call: before the next one. */
  theirDigests: Readonly<Record<string, string>>
  /** Of an administrator of our company, as long as nothing was refused to them. */
  chiefToken: string | undefined
}

export async function createWorld(platform: TestPlatform): Promise<World> {
  const tables = await readTables(platform.root)
  // The first company of a platform is the one that nobody's calls are taken to mean.
  const ours = await buildSampleCompany(platform.db, '乙', platform.now)
  const theirs = await buildSampleCompany(platform.db, marker, platform.now)
  const theirIds = await readIds(platform.root, tables, theirs.companyId)
  const ourIds = await readIds(platform.root, tables, ours.companyId)
  const theirDigests = await readDigests(platform.root, tables, theirs.companyId)
  return { platform, tables, ours, theirs, ourIds, theirIds, theirDigests, chiefToken: undefined }
}

/** Rows of the tables that a name (`course`, `course_section`) may mean. */
function rowsNamed(ids: ReadonlyMap<string, readonly string[]>, name: string): readonly string[] {
  return [...ids].filter(([table]) => name.length > 2 && table.endsWith(name)).flatMap(([, rows]) => rows)
}

/**
 * `courseId` asks for a row of a table or column that is named like a course; a bare `id` for one that the path speaks
 * of (`/course-manage/{id}`); where nothing fits, for any row of the module.
 */
function idsLike(ids: ReadonlyMap<string, readonly string[]>, call: Call, field: string): readonly string[] {
  const own = [...ids].filter(([table]) => table.startsWith(`${call.module}.`)).flatMap(([, rows]) => rows)
  const wanted = field.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const people = /superior|lecturer|author|host|user|person/.test(wanted) ? 'member' : wanted
  const place = /parent|root|target|into/.test(people) ? 'organization' : people
  const [before = ''] = call.endpoint.path.split(`{${field}}`)
  const segments = before.split('/').reverse()
  const words = segments.flatMap((segment) => [segment.replaceAll('-', '_'), ...segment.split('-')])
  const names = place === 'id' || place === '' || place === 'ids' ? words : [place, ...words]
  for (const name of names) {
    const rows = rowsNamed(ids, name)
    if (rows.length > 0) return rows
  }
  return own.length > 0 ? own : [...ids.values()].flat()
}

export function idSource(world: World, call: Call, random: Random, foreign: boolean): IdSource {
  return (name) => {
    if (random.chance(0.08)) return uuid()
    return random.pick(idsLike(foreign && random.chance(0.5) ? world.theirIds : world.ourIds, call, name))
  }
}

interface Attempt {
  readonly sent: Sent
  readonly raw?: (typeof brokenBodies)[number]
  readonly headers: Readonly<Record<string, string>>
  readonly fileName: string
  readonly fileContent: string
}

const strangeHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'x-encoded': 'password,phone,,__proto__' },
  { 'accept-language': '\u00e9;q=9999,*' },
  { range: 'bytes=99999999999-1' },
  { range: 'bytes=-0' },
  { 'if-none-match': 'W/"\\"' },
  { 'content-length': '-1' },
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'user-agent': 'ü'.repeat(2000) },
  { 'x-forwarded-for': "'; drop table x" },
]

function attempt(world: World, call: Call, random: Random, foreign: boolean): Attempt {
  const { endpoint } = call
  const sent = validInput(endpoint, random, idSource(world, call, random, foreign))
  const spoiled = random.below(10)
  if (spoiled < 6 && endpoint.body) sent.body = spoil(sent.body, endpoint.body, random)
  if (spoiled > 4 && endpoint.query) sent.query = asObject(spoil(sent.query, endpoint.query, random))
  if (spoiled > 7 && endpoint.params)
    sent.params = { ...sent.params, ...asObject(spoil(sent.params, endpoint.params, random)) }
  return {
    sent,
    ...(endpoint.method !== 'GET' && random.chance(0.08) && { raw: random.pick(brokenBodies) }),
    headers: random.chance(0.15) ? random.pick(strangeHeaders) : {},
    fileName: random.pick(['a.xlsx', '../../x.png', '课.svg', 'x.html', '', 'a'.repeat(500), 'x\u0000.pdf']),
    fileContent: random.pick([
      '',
      '<html><script>1</script>',
      'PK\u0003\u0004',
      '%PDF-1.7',
      '\u0089PNG\r\n\u001a\n',
      '<svg/>',
    ]),
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

/** Of the other company: its marker, or an id that the request did not bring. */
function leakIn(world: World, text: string, made: Attempt): string | undefined {
  if (text.includes(marker))
    return `the text ${text.slice(Math.max(0, text.indexOf(marker) - 80), text.indexOf(marker) + 40)}`
  const brought = JSON.stringify(made.sent)
  for (const [table, ids] of world.theirIds) {
    const leaked = ids.find((id) => text.includes(id) && !brought.includes(id))
    if (leaked) return `the id ${leaked} of ${table}`
  }
  return undefined
}

/** A session of a learner or of an administrator, who stays the same until a call is refused: some calls end sessions. */
async function tokenFor(world: World, random: Random): Promise<string> {
  const { platform, ours } = world
  if (random.chance(0.2)) return buildSession(platform.db, ours.learner, platform.now)
  const chief = { companyId: ours.companyId, roles: ['super-admin'] as const, now: platform.now }
  world.chiefToken ??= (await buildMember(platform.db, chief)).token
  return world.chiefToken
}

function describeAttempt(made: Attempt): string {
  const text = JSON.stringify({ ...made.sent, raw: made.raw, headers: made.headers })
  return text.replace(/(.{1,4})\1{20,}/gs, '$1 (many times) ').slice(0, 1500)
}

async function tryOnce(world: World, call: Call, random: Random, run: number): Promise<string[]> {
  lastFault = undefined
  // What anybody may do to a company whose id is known (to register there, say) is no leak.
  const isPublic = call.endpoint.access === 'public'
  const made = attempt(world, call, random, !isPublic)
  const token = isPublic && random.chance(0.7) ? undefined : await tokenFor(world, random)
  const address = `10.${run >> 8}.${run & 255}.2`
  const answer = await send(world.platform.app, call.endpoint, made.sent, { ...made, token, address })
  if (answer.statusCode === 401 || answer.statusCode === 403) world.chiefToken = undefined
  const wrong: string[] = []
  if (answer.statusCode >= 500) {
    const stack = lastFault instanceof Error ? lastFault.stack?.split('\n').slice(0, 6).join('\n') : answer.body
    wrong.push(`${answer.statusCode} to ${describeAttempt(made)}\n${stack}`)
  }
  const leak = leakIn(world, answer.body, made)
  if (leak) wrong.push(`${leak} in the answer to ${describeAttempt(made)}`)
  return wrong
}

/** What the call did wrong in `runs` tries; the sequence is the call's own and repeatable. */
export async function fuzzCall(world: World, call: Call, runs: number, seed: number): Promise<string[]> {
  const random = createRandom(seedOf(call.name) + seed)
  const before = world.theirDigests
  const wrong: string[] = []
  for (let run = 0; run < runs && wrong.length < 3; run++) wrong.push(...(await tryOnce(world, call, random, run)))
  const after = await readDigests(world.platform.root, world.tables, world.theirs.companyId)
  world.theirDigests = after
  const written = Object.keys(before).filter((table) => before[table] !== after[table])
  return [...wrong, ...written.map((table) => `wrote to the other company's rows of ${table}`)]
}
