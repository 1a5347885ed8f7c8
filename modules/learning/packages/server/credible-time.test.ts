/** Results that come sooner than their author finds credible. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { packages } from '../contract.ts'
import { type ArchiveFiles, archiveOf, scormManifest, uploadArchive } from './archives.fixture.ts'
import { buildContentApp } from './content/app.ts'
import { launchPackage } from './launches.ts'
import { type PackageOutcome, packageOutcome } from './outcome.ts'
import { waivePackage } from './runtime/cmi5-satisfied.ts'

const platform = testPlatform({ poolSize: 6 })
const secondMs = 1000
const minuteMs = 60 * secondMs
let content: FastifyInstance
let author: BuiltMember
let learner: BuiltMember
const outcomes: PackageOutcome[] = []
/** Courses that were taken off the shelf. */
const withdrawn = new Set<string>()
/** The listener fails: the process is killed before the result counts. */
let isKilled = false

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
  content = buildContentApp(platform.outside, platform.db)
  const listener = packageOutcome({
    async outcome(_db, outcome) {
      if (isKilled) throw new Error('killed')
      outcomes.push(outcome)
    },
    async isWithdrawn(_db, { courseId }) {
      return withdrawn.has(courseId)
    },
  })
  registerExtensions([...serverModules, { extensions: [listener] }])
})
afterAll(() => content.close())
beforeEach(() => {
  outcomes.length = 0
  withdrawn.clear()
  isKilled = false
})

const authored = (who = author) => platform.client(packages, who)
const set = (id: string, seconds: number) => authored().setShortestTime({ params: { id }, body: { seconds } })
const completions = (id: string) => authored().packageCompletions({ params: { id } })
const place = () => ({ courseId: newId(), sectionId: newId() })
const counted = () => outcomes.filter(({ completed }) => completed)

async function made(files: ArchiveFiles, seconds?: number): Promise<string> {
  const { db: connection, outside } = platform
  const fileId = await uploadArchive(archiveOf(files), { connection, outside, member: author })
  const { id } = await authored().createPackage({ body: { fileId } })
  expect(await refusal(set(id, 5))).toMatchObject({ errorCode: 380301 })
  await platform.runJobs()
  if (seconds !== undefined) await set(id, seconds)
  return id
}

interface LaunchState {
  readonly waitsMs: number | null
  readonly units: readonly { readonly id: string; readonly isDone: boolean }[]
}

async function launched(packageId: string, registrationKey = place(), mode: 'learn' | 'preview' = 'learn') {
  const caller = await callerOf(platform.db, mode === 'learn' ? learner : author)
  const { launchUrl } = await launchPackage(platform.db, platform.outside, { caller, packageId, registrationKey, mode })
  const path = new URL(launchUrl).pathname
  const state = async () => (await content.inject({ url: `${path}~/launch` })).json<LaunchState>()
  const { units } = await state()
  let sequence = 0
  const commit = async (cmi: object, { index = 0, activeMs = 0, unit = true } = {}) => {
    sequence += 1
    const payload = { sequence, activeMs, unitId: unit ? units[index]?.id : null, cmi }
    const answer = await content.inject({ method: 'POST', url: `${path}~/commit`, payload })
    return { status: answer.statusCode, ...answer.json<{ waitsMs?: number | null }>() }
  }
  const open = async (index = 0) => {
    const opened = await content.inject({ method: 'POST', url: `${path}~/units/${units[index]?.id}` })
    return new URL(opened.json<{ url: string }>().url)
  }
  /** As the player does: nothing but that it is there. */
  const sign = async () => (await commit({}, { unit: false })).waitsMs
  return { path, token: path.split('/')[2] ?? '', units, state, commit, open, sign }
}
type Launched = Awaited<ReturnType<typeof launched>>

/** A statement as content sends it with the credentials of its launch. */
async function speaker(launch: Launched) {
  const { searchParams } = await launch.open()
  const fetchUrl = searchParams.get('fetch')
  const fetched = fetchUrl ? (await content.inject({ method: 'POST', url: new URL(fetchUrl).pathname })).json() : {}
  const token = fetched['auth-token'] ?? searchParams.get('auth')?.slice('Basic '.length)
  const endpoint = new URL(searchParams.get('endpoint') ?? '').pathname
  const session = fetchUrl?.split('/').at(-1)
  return async (name: string, result?: object, more: object = {}) => {
    const statement = {
      actor: JSON.parse(searchParams.get('actor') ?? '{}'),
      verb: { id: `http://adlnet.gov/expapi/verbs/${name}` },
      object: { id: searchParams.get('activityId') ?? searchParams.get('activity_id') },
      context: {
        registration: searchParams.get('registration'),
        ...(session && {
          contextActivities: { category: [{ id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' }] },
          extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': session },
        }),
      },
      ...(result && { result }),
      ...more,
    }
    const headers = { authorization: `Basic ${token}`, 'x-experience-api-version': '1.0.3' }
    const answer = await content.inject({ method: 'POST', url: `${endpoint}statements`, headers, payload: statement })
    expect(answer.statusCode, answer.body).toBe(200)
  }
}

const sco = (version: '1.2' | '2004', identifiers = ['A'], metadata = ''): ArchiveFiles => ({
  'index.html': '<p/>',
  'imsmanifest.xml': scormManifest(
    version,
    '课',
    identifiers.map((identifier) => ({ identifier, title: identifier, href: 'index.html', more: metadata })),
  ),
})
const cmi5 = {
  'index.html': '<p/>',
  'cmi5.xml': `<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="https://example.com/c">
    <title><langstring>c</langstring></title></course><au id="https://example.com/a" moveOn="Passed"><title><langstring>a</langstring></title>
    <url>index.html</url></au></courseStructure>`,
}
const xapi = {
  'index.html': '<p/>',
  'tincan.xml':
    '<tincan xmlns="http://projecttincan.com/tincan.xsd"><activities><activity id="https://example.com/x" type="http://adlnet.gov/expapi/activities/course"><name>x</name><launch>index.html</launch></activity></activities></tincan>',
}
const h5p = {
  'h5p.json':
    '{"title":"测验","mainLibrary":"H5P.Demo","preloadedDependencies":[{"machineName":"H5P.Demo","majorVersion":1,"minorVersion":0}]}',
  'content/content.json': '{}',
  'H5P.Demo-1.0/library.json': '{}',
}
const done12 = { core: { lesson_status: 'passed', score: { raw: '90' } }, suspend_data: 'kept' }

const result = { completion: true, success: true, score: { scaled: 0.9 } }
const statement = (name: string) => ({
  verb: { id: `http://adlnet.gov/expapi/verbs/${name}` },
  object: { id: 'https://example.com/quiz' },
  result,
})
const saysDone: readonly [string, ArchiveFiles, (launch: Launched) => Promise<unknown>][] = [
  ['SCORM 1.2', sco('1.2'), (launch) => launch.commit(done12)],
  [
    'SCORM 2004',
    sco('2004'),
    (launch) => launch.commit({ completion_status: 'completed', success_status: 'passed', score: { scaled: '0.9' } }),
  ],
  ['xAPI', xapi, async (launch) => (await speaker(launch))('passed', result)],
  [
    'cmi5',
    cmi5,
    async (launch) => {
      const say = await speaker(launch)
      await say('initialized')
      await say('passed', { success: true, score: { scaled: 0.9 } })
    },
  ],
  [
    'H5P',
    h5p,
    async ({ path }) => {
      const payload = { id: newId(), statement: statement('completed') }
      const answer = await content.inject({ method: 'POST', url: `${path}~/statement`, payload })
      expect(answer.statusCode, answer.body).toBe(200)
    },
  ],
]

it.each(saysDone)(
  '[COURSE-057] of %s a result within 1.5 s is kept, and counts once, after 15 s',
  async (_, files, say) => {
    const packageId = await made(files)
    const launch = await launched(packageId)
    await launch.sign()
    platform.now += 1500
    await say(launch)
    expect(counted()).toEqual([])
    expect(outcomes.at(-1)).toMatchObject({ completed: false, passed: null, scorePercent: 90, progressPercent: 99 })
    expect(outcomes.at(-1)).toMatchObject({ waitsMs: 13_500 })
    expect(await launch.state()).toMatchObject({ waitsMs: 13_500, units: [{ isDone: true }] })
    expect(await completions(packageId)).toMatchObject({
      learnerCount: 1,
      countedCount: 0,
      waitedCount: 1,
      waitingCount: 1,
    })
    platform.now += 13_499
    expect(await launch.sign()).toBe(1)
    expect(counted()).toEqual([])
    platform.now += 1
    expect(await launch.sign()).toBe(null)
    expect(counted()).toMatchObject([
      { completed: true, passed: true, scorePercent: 90, progressPercent: 100, waitsMs: null },
    ])
    const [first] = counted()
    expect((await launch.state()).waitsMs).toBe(null)
    platform.now += minuteMs
    await launch.sign()
    // Nothing is announced a second time: nothing has changed.
    expect(counted()).toEqual([first])
    expect(await completions(packageId)).toEqual({
      learnerCount: 1,
      countedCount: 1,
      waitedCount: 1,
      waitingCount: 0,
      medianSeconds: 15,
    })
  },
)

it.each(saysDone)(
  'of %s a result after 15 s counts at once, and so does any where the author set 0',
  async (_, files, say) => {
    const packageId = await made(files)
    const launch = await launched(packageId)
    platform.now += 15_000
    await say(launch)
    expect(counted()).toHaveLength(1)
    await set(packageId, 0)
    await say(await launched(packageId))
    expect(counted()).toHaveLength(2)
    expect(await completions(packageId)).toMatchObject({ learnerCount: 2, countedCount: 2, waitedCount: 0 })
  },
)

describe('what counts is the time in which the package was open', () => {
  it('in all its openings together, and not between them', async () => {
    const packageId = await made(sco('1.2'), 20)
    const key = place()
    const first = await launched(packageId, key)
    await first.commit(done12)
    platform.now += 12_000
    expect(await first.sign()).toBe(8000)
    // Gone to another page.
    platform.now += minuteMs
    const second = await launched(packageId, key)
    expect((await second.state()).waitsMs).toBe(8000)
    await second.sign()
    platform.now += 7999
    expect(await second.sign()).toBe(1)
    expect(counted()).toEqual([])
    platform.now += 1
    await second.sign()
    expect(counted()).toHaveLength(1)
  })

  it('of a silence two minutes at the most', async () => {
    const packageId = await made(cmi5, 600)
    const launch = await launched(packageId)
    await launch.sign()
    const say = await speaker(launch)
    await say('initialized')
    await say('passed', { success: true })
    platform.now += 10 * minuteMs
    expect(await launch.sign()).toBe(480_000)
    platform.now += 120_000
    expect(await launch.sign()).toBe(360_000)
    platform.now += 120_001
    expect(await launch.sign()).toBe(240_000)
    platform.now += minuteMs
    // The content speaks, not the player.
    await say('terminated')
    expect((await launch.state()).waitsMs).toBe(180_000)
  })

  it('once, however many windows are open', async () => {
    const packageId = await made(h5p, 60)
    const key = place()
    const windows = [await launched(packageId, key), await launched(packageId, key), await launched(packageId, key)]
    const speak = async ({ path }: Launched, name: string) => {
      const payload = { id: newId(), statement: statement(name) }
      await content.inject({ method: 'POST', url: `${path}~/statement`, payload })
    }
    for (let turn = 0; turn < 5; turn += 1) {
      platform.now += 10_000
      for (const window of windows) await speak(window, 'completed')
      expect(outcomes.at(-1)).toMatchObject({ waitsMs: 60_000 - (turn + 1) * 10_000 })
    }
    platform.now += 10_000
    await speak(windows[1] as Launched, 'progressed')
    expect(counted()).toHaveLength(1)
  })

  it('by the server’s clock alone, whatever a statement or the player says of the time', async () => {
    const packageId = await made(xapi, 30)
    const launch = await launched(packageId)
    const say = await speaker(launch)
    await say('completed', { completion: true, duration: 'PT8H' }, { timestamp: '2020-01-01T00:00:00Z' })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, waitsMs: 30_000 })
    platform.now += 1000
    expect((await launch.commit({}, { unit: false, activeMs: 900_000_000 })).waitsMs).toBe(29_000)
  })

  it('and a clock that is put back takes nothing away and gives nothing', async () => {
    const packageId = await made(sco('1.2'), 30)
    const launch = await launched(packageId)
    await launch.commit(done12)
    platform.now += 10_000
    expect(await launch.sign()).toBe(20_000)
    platform.now -= 60 * minuteMs
    expect(await launch.sign()).toBe(20_000)
    platform.now += 10_000
    expect(await launch.sign()).toBe(10_000)
    platform.now += 60 * minuteMs
    const again = await launched(packageId)
    await again.commit(done12)
    expect(counted()).toEqual([])
  })

  it('also without a connection, as far as the credited time says so; the late arrival is no sign of being open', async () => {
    const packageId = await made(sco('1.2'), 300)
    const late = async (activeMs: number, waitMs: number) => {
      const launch = await launched(packageId)
      await launch.sign()
      platform.now += waitMs
      const commit = { sequence: 9, activeMs, unitId: launch.units[0]?.id ?? '', cmi: done12 }
      const body = { token: launch.token, commit }
      expect(await platform.client(packages, learner).lateCommit({ body })).toEqual({ isRepeat: false })
      return outcomes.at(-1)
    }
    expect(await late(299_999, 10 * minuteMs)).toMatchObject({ completed: false, waitsMs: 1 })
    expect(await late(300_000, 10 * minuteMs)).toMatchObject({ completed: true })
    // Said of a time that has not been.
    expect(await late(300_000, 299_000)).toMatchObject({ completed: false, waitsMs: 1000 })
  })

  it('of the package as a whole, however many units it has', async () => {
    const packageId = await made(sco('1.2', ['A', 'B', 'C']), 30)
    const launch = await launched(packageId)
    await launch.commit(done12, { index: 0 })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 33 })
    platform.now += 20_000
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 1 })
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 2 })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 99, waitsMs: 10_000 })
    platform.now += 10_000
    await launch.sign()
    expect(counted()).toHaveLength(1)
  })
})

it('a pass that does not complete waits as well, and a failure never does', async () => {
  const packageId = await made(sco('2004'), 30)
  const launch = await launched(packageId)
  await launch.commit({ completion_status: 'incomplete', success_status: 'failed' })
  expect(outcomes.at(-1)).toMatchObject({ passed: false, waitsMs: null })
  await launch.commit({ completion_status: 'incomplete', success_status: 'passed' })
  expect(outcomes.at(-1)).toMatchObject({ passed: null, completed: false, waitsMs: 30_000 })
  platform.now += 30_000
  await launch.sign()
  expect(outcomes.at(-1)).toMatchObject({ passed: true, completed: false, waitsMs: null })
  // The time has passed: what comes later counts at once.
  await launch.commit({ completion_status: 'completed' })
  expect(outcomes.at(-1)).toMatchObject({ completed: true })
})

it('a preview waits for nothing, and another round of the course begins its time again', async () => {
  const packageId = await made(sco('1.2'), 30)
  const preview = await launched(packageId, place(), 'preview')
  expect((await preview.commit(done12)).waitsMs).toBe(null)
  expect((await preview.state()).waitsMs).toBe(null)
  const first = await launched(packageId)
  platform.now += 30_000
  await first.commit(done12)
  expect(counted()).toHaveLength(1)
  const round = await launched(packageId)
  expect((await round.commit(done12)).waitsMs).toBe(30_000)
  expect(await completions(packageId)).toMatchObject({ learnerCount: 2, countedCount: 1, waitingCount: 1 })
})

it('counts once when several windows say at the same moment that the time has passed', async () => {
  const packageId = await made(h5p, 15)
  const key = place()
  const launch = await launched(packageId, key)
  const speak = () => {
    const payload = { id: newId(), statement: statement('completed') }
    return content.inject({ method: 'POST', url: `${launch.path}~/statement`, payload })
  }
  await speak()
  const { rows } = await sql<{ id: string }>`select id from packages.attempt where package_id = ${packageId}`.execute(
    platform.root,
  )
  const locked = () => sql`select 1 from packages.attempt where id = ${rows[0]?.id} for update`
  const begin = async () => {
    outcomes.length = 0
    platform.now += 15_000
  }
  const answers = await race<unknown>(platform, 5, (index) => (index < 4 ? speak() : launch.sign()), { begin, locked })
  expect(answers.accepted).toBe(5)
  expect(outcomes.filter(({ completed }) => completed)).toHaveLength(1)
})

it('a process that is killed before the result counts has kept nothing by halves', async () => {
  const packageId = await made(h5p, 15)
  const launch = await launched(packageId)
  const payload = { id: newId(), statement: statement('completed') }
  const speak = () => content.inject({ method: 'POST', url: `${launch.path}~/statement`, payload })
  await speak()
  platform.now += 15_000
  isKilled = true
  expect((await content.inject({ method: 'POST', url: `${launch.path}~/statement`, payload })).statusCode).toBe(500)
  isKilled = false
  expect((await launch.state()).waitsMs).toBe(15_000)
  await speak()
  expect(counted()).toHaveLength(1)
})

describe('the author', () => {
  it('sets less: what has its time counts without anybody opening it, but for what is taken off the shelf', async () => {
    const packageId = await made(sco('1.2'), 600)
    const offShelf = place()
    for (const [index, at] of [place(), offShelf, place()].entries()) {
      const launch = await launched(packageId, at)
      await launch.commit(done12)
      platform.now += (index + 1) * 20_000
      await launch.sign()
    }
    await set(packageId, 50)
    await platform.runJobs()
    expect(counted()).toMatchObject([{ waitsMs: null }])
    withdrawn.add(offShelf.courseId)
    await set(packageId, 0)
    await platform.runJobs()
    expect(counted()).toHaveLength(2)
    expect(await completions(packageId)).toMatchObject({ waitedCount: 3, waitingCount: 1 })
    withdrawn.clear()
    await set(packageId, 1)
    await set(packageId, 0)
    await platform.runJobs()
    expect(counted()).toHaveLength(3)
    await set(packageId, 9)
    await platform.runJobs()
    expect(counted()).toHaveLength(3)
  })

  it('sets more: nobody waits longer than was said, and what counts goes on counting', async () => {
    const packageId = await made(sco('1.2'), 30)
    const [waiting, finished] = [await launched(packageId), await launched(packageId)]
    await waiting.commit(done12)
    platform.now += 30_000
    await finished.commit(done12)
    expect(counted()).toHaveLength(1)
    await set(packageId, 3600)
    await waiting.sign()
    expect(counted()).toHaveLength(2)
    await finished.commit(done12)
    expect(outcomes.at(-1)).toMatchObject({ completed: true, waitsMs: null })
    expect((await (await launched(packageId)).commit(done12)).waitsMs).toBe(3600_000)
  })

  it('sees it, may set up to four hours, and only of a package that is theirs', async () => {
    const packageId = await made(sco('1.2'))
    expect(await authored().getPackage({ params: { id: packageId } })).toMatchObject({ shortestSeconds: 15 })
    await bounds(14_400, (seconds) => set(packageId, seconds), { refused: 900001, path: 'seconds' })
    await bounds(0, (seconds) => set(packageId, seconds), { refused: 900001, path: 'seconds', beyond: -1 })
    expect(await set(packageId, 90)).toMatchObject({ id: packageId, shortestSeconds: 90 })
    const { companyId } = author
    const colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const elsewhere = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    for (const who of [colleague, elsewhere]) {
      const change = authored(who).setShortestTime({ params: { id: packageId }, body: { seconds: 0 } })
      expect(await refusal(change)).toMatchObject({ errorCode: 900005 })
      const look = authored(who).packageCompletions({ params: { id: packageId } })
      expect(await refusal(look)).toMatchObject({ errorCode: 900005 })
    }
    const byChief = await authored(chief).setShortestTime({ params: { id: packageId }, body: { seconds: 60 } })
    expect(byChief).toMatchObject({ shortestSeconds: 60 })
    expect(await authored().packageCompletions({ params: { id: packageId } })).toEqual({
      learnerCount: 0,
      countedCount: 0,
      waitedCount: 0,
      waitingCount: 0,
      medianSeconds: null,
    })
  })

  const lom = (time: string) =>
    `<metadata><lom><educational><typicalLearningTime><duration>${time}</duration></typicalLearningTime></educational></lom></metadata>`
  const old = (time: string) =>
    `<metadata><lom><educational><typicallearningtime><datetime>${time}</datetime></typicallearningtime></educational></lom></metadata>`
  it.each([
    ['2004', lom('PT1H'), 1, 3600, 360],
    ['2004', lom('PT10M'), 3, 1800, 180],
    ['1.2', old('00:05:00'), 1, 300, 30],
    ['1.2', old('PT1M'), 1, 60, 15],
    ['2004', lom('P2D'), 1, 172_800, 1800],
    ['2004', lom('P9Y'), 1, null, 15],
    ['2004', lom('soon'), 1, null, 15],
    ['1.2', '', 2, null, 15],
  ] as const)(
    'finds a tenth of the typical learning time: %s, %s',
    async (version, metadata, units, typical, shortest) => {
      const identifiers = ['A', 'B', 'C'].slice(0, units)
      const id = await made(sco(version, identifiers, metadata))
      const info = await authored().getPackage({ params: { id } })
      expect(info).toMatchObject({ typicalSeconds: typical, shortestSeconds: shortest })
    },
  )
})

describe('a waiver', () => {
  it.each([
    ['cmi5', cmi5],
    ['H5P', h5p],
  ] as const)('of %s lets what waits count at once, and once', async (kind, files) => {
    const packageId = await made(files, 600)
    const registrationKey = place()
    const launch = await launched(packageId, registrationKey)
    await saysDone.find(([name]) => name === kind)?.[2](launch)
    expect((await launch.state()).waitsMs).toBe(600_000)
    const { companyId, id: memberId } = learner
    await waivePackage(platform.db, platform.outside, {
      companyId,
      memberId,
      packageId,
      registrationKey,
      now: platform.now,
    })
    expect((await launch.state()).waitsMs).toBe(null)
    expect(await completions(packageId)).toMatchObject({ countedCount: 1, waitedCount: 1, waitingCount: 0 })
    const before = counted().length
    await set(packageId, 0)
    await platform.runJobs()
    expect(counted()).toHaveLength(before)
  })
})
