import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { type ArchiveFiles, archiveOf, scormManifest, uploadArchive } from './archives.fixture.ts'
import { buildContentApp } from './content/app.ts'
import { launchPackage } from './launches.ts'
import { type PackageOutcome, packageOutcome } from './outcome.ts'

const platform = testPlatform()
let content: FastifyInstance
let author: BuiltMember
let learner: BuiltMember
let other: BuiltMember
const outcomes: PackageOutcome[] = []
/** Courses that were taken off the shelf. */
const withdrawn = new Set<string>()

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId })
  content = buildContentApp(platform.outside, platform.db)
  const listener = packageOutcome({
    async outcome(_db, outcome) {
      outcomes.push(outcome)
    },
    async isWithdrawn(_db, { courseId }) {
      return withdrawn.has(courseId)
    },
  })
  registerExtensions([...serverModules, { extensions: [listener] }])
})
afterAll(() => content.close())
let started: number
beforeAll(() => {
  started = platform.now
})
beforeEach(() => {
  platform.now = started
  outcomes.length = 0
})

async function made(files: ArchiveFiles): Promise<string> {
  const { db: connection, outside } = platform
  const fileId = await uploadArchive(archiveOf(files), { connection, outside, member: author })
  const { id } = await platform.client(packages, author).createPackage({ body: { fileId } })
  await platform.runJobs()
  // What is said counts at once here: credible-time.test.ts is about the rest.
  await platform.client(packages, author).setShortestTime({ params: { id }, body: { seconds: 0 } })
  return id
}

const place = () => ({ courseId: newId(), sectionId: newId() })

async function opened(
  packageId: string,
  registrationKey = place(),
  member = learner,
  mode: 'learn' | 'preview' = 'learn',
) {
  const caller = await callerOf(platform.db, member)
  const { launchUrl } = await launchPackage(platform.db, platform.outside, { caller, packageId, registrationKey, mode })
  const path = new URL(launchUrl).pathname
  const call = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await content.inject({ method, url: `${path}${url}`, ...(body && { payload: body }) })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : undefined, answer }
  }
  const { body: launch } = await call('GET', '~/launch')
  const unitIds = (launch.units as { id: string }[]).map(({ id }) => id)
  let sequence = 0
  return {
    path,
    token: path.split('/')[2] ?? '',
    launch,
    unitIds,
    call,
    open: async (index = 0) => (await call('POST', `~/units/${unitIds[index]}`)).body,
    commit: (
      cmi: object,
      { index = 0, activeMs = 0, number }: { index?: number; activeMs?: number; number?: number } = {},
    ) => {
      sequence = number ?? sequence + 1
      return call('POST', '~/commit', { sequence, activeMs, unitId: unitIds[index], cmi })
    },
  }
}

const sco = (version: '1.2' | '2004', more = '') => ({
  'index.html': '<p>第一课</p>',
  'imsmanifest.xml': scormManifest(version, '课', [{ identifier: 'A', title: '一', href: 'index.html', more }]),
})

describe('SCORM 1.2', () => {
  it('begins as the specification says, and goes on where it was left', async () => {
    const packageId = await made(
      sco('1.2', '<adlcp:datafromlms>深色</adlcp:datafromlms><adlcp:masteryscore>80</adlcp:masteryscore>'),
    )
    const key = place()
    const first = await opened(packageId, key)
    expect((await first.open()).start).toMatchObject({
      core: {
        student_id: learner.id,
        credit: 'credit',
        lesson_mode: 'normal',
        entry: 'ab-initio',
        total_time: '0000:00:00',
      },
      launch_data: '深色',
      student_data: { mastery_score: '80' },
    })
    platform.now += 90_000
    await first.commit(
      {
        core: { lesson_status: 'incomplete', lesson_location: 'p7', exit: 'suspend', session_time: '0000:01:15' },
        suspend_data: 'x=1',
      },
      { activeMs: 80_000 },
    )
    platform.now += 1000
    const second = await opened(packageId, key)
    const { start } = await second.open()
    expect(start).toMatchObject({
      core: { lesson_status: 'incomplete', lesson_location: 'p7', entry: 'resume', total_time: '0000:01:15' },
      suspend_data: 'x=1',
    })
    expect(start.core).not.toHaveProperty('session_time')
    expect(start.core).not.toHaveProperty('exit')
  })

  it('keeps what was left in it when it is completed, and never takes the completion back', async () => {
    const packageId = await made(sco('1.2'))
    const key = place()
    const first = await opened(packageId, key)
    await first.commit({ core: { lesson_status: 'completed', score: { raw: '92' } }, suspend_data: 'kept' })
    expect(outcomes).toMatchObject([
      {
        packageId,
        memberId: learner.id,
        registrationKey: key,
        completed: true,
        passed: null,
        scorePercent: 92,
        progressPercent: 100,
      },
    ])
    await first.commit({ core: { lesson_status: 'incomplete', score: { raw: '10' } }, suspend_data: 'kept' })
    // Nothing of what courses know has changed.
    expect(outcomes).toHaveLength(1)
    expect((await (await opened(packageId, key)).open()).start).toMatchObject({ suspend_data: 'kept' })
  })

  it.each([
    ['passed', { lesson_status: 'passed' }, '', { completed: true, passed: true }],
    ['failed is to be tried again', { lesson_status: 'failed' }, '', { completed: false, passed: false }],
    [
      'a score below the mastery score',
      { lesson_status: 'completed', score: { raw: '79' } },
      '80',
      { completed: false, passed: false, scorePercent: 79 },
    ],
    [
      'a score that reaches it',
      { lesson_status: 'completed', score: { raw: '80' } },
      '80',
      { completed: true, passed: true, scorePercent: 80 },
    ],
    [
      'a score between bounds',
      { lesson_status: 'completed', score: { raw: '15', min: '10', max: '20' } },
      '',
      { completed: true, passed: null, scorePercent: 50 },
    ],
  ] as const)('tells courses: %s', async (_, core, mastery, expected) => {
    const more = mastery === '' ? '' : `<adlcp:masteryscore>${mastery}</adlcp:masteryscore>`
    const launch = await opened(await made(sco('1.2', more)))
    await launch.commit({ core })
    expect(outcomes.at(-1)).toMatchObject(expected)
  })

  it('may be failed first and passed then, but not the other way round', async () => {
    const launch = await opened(await made(sco('1.2')))
    await launch.commit({ core: { lesson_status: 'failed', score: { raw: '30' } } })
    await launch.commit({ core: { lesson_status: 'passed', score: { raw: '90' } } })
    await launch.commit({ core: { lesson_status: 'failed', score: { raw: '20' } } })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, passed: true, scorePercent: 90 })
  })

  it('has the score of the best try of each unit', async () => {
    const items = ['A', 'B'].map((identifier) => ({ identifier, title: identifier, href: 'index.html' }))
    const manifest = scormManifest('1.2', '课', items)
    const launch = await opened(await made({ 'index.html': '<p/>', 'imsmanifest.xml': manifest }))
    const score = (raw: string, index: number) =>
      launch.commit({ core: { lesson_status: 'completed', score: { raw } } }, { index })
    await score('60', 0)
    await score('20', 0)
    await score('100', 1)
    expect(outcomes.at(-1)).toMatchObject({ completed: true, scorePercent: 80 })
  })

  it('is completed with its last unit, and its progress is that of all', async () => {
    const items = ['A', 'B', 'C'].map((identifier) => ({ identifier, title: identifier, href: 'index.html' }))
    const chapters = [{ identifier: 'T', title: '章', children: items }]
    const launch = await opened(
      await made({ 'index.html': '<p/>', 'imsmanifest.xml': scormManifest('1.2', '课', chapters) }),
    )
    expect(launch.launch.units).toMatchObject([
      { title: '章', isLaunchable: false, parentPosition: null },
      { title: 'A', isLaunchable: true, parentPosition: 0, isDone: false },
      { title: 'B' },
      { title: 'C' },
    ])
    expect(launch.launch.startUnitId).toBe(launch.unitIds[1])
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 1 })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 33 })
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 3 })
    expect((await launch.call('GET', '~/launch')).body.startUnitId).toBe(launch.unitIds[2])
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 2 })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, progressPercent: 100 })
  })
})

describe('SCORM 2004', () => {
  it('gets its thresholds, and is evaluated by them', async () => {
    const sequencing =
      '<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="P" satisfiedByMeasure="true">' +
      '<imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>' +
      '<imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/></imsss:sequencing>'
    const more = `<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.9"/>${sequencing}`
    const launch = await opened(await made(sco('2004', more)))
    const unit = await launch.open()
    expect(unit.start).toMatchObject({ completion_threshold: '0.9', scaled_passing_score: '0.7', entry: 'ab-initio' })
    expect(unit.start.max_time_allowed).toBe('PT1H')
    await launch.commit({ completion_status: 'completed', success_status: 'passed' })
    expect(outcomes).toHaveLength(0)
    expect(unit.endsCompleted).toBe(false)
    await launch.commit({
      completion_status: 'completed',
      progress_measure: '0.5',
      score: { scaled: '0.69' },
      success_status: 'passed',
    })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, passed: false, progressPercent: 50, scorePercent: 69 })
    await launch.commit({
      completion_status: 'incomplete',
      progress_measure: '0.9',
      score: { scaled: '0.7' },
      success_status: 'failed',
    })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, passed: true, progressPercent: 100, scorePercent: 70 })
  })

  it('decides itself where the manifest does not let the progress decide', async () => {
    const more = '<adlcp:completionThreshold completedByMeasure="false" minProgressMeasure="0.9"/>'
    const launch = await opened(await made(sco('2004', more)))
    expect((await launch.open()).start).not.toHaveProperty('completion_threshold')
    await launch.commit({ completion_status: 'completed', progress_measure: '0.5' })
    expect(outcomes.at(-1)).toMatchObject({ completed: true })
  })

  it('goes on where it was left, with its time and its answers', async () => {
    const packageId = await made(sco('2004'))
    const key = place()
    const first = await opened(packageId, key)
    platform.now += 14 * 60_000
    const interactions = {
      '0': { id: 'q1', type: 'choice', learner_response: 'b', result: 'incorrect' },
      '1': { id: 'q2' },
    }
    const cmi = { location: 'q2', suspend_data: '题', session_time: 'PT11M1S', exit: 'suspend', interactions }
    await first.commit(cmi)
    await first.commit({ ...cmi, interactions: { ...interactions, '1': { id: 'q2', result: 'correct' } } })
    const { start } = await (await opened(packageId, key)).open()
    expect(start).toMatchObject({
      location: 'q2',
      suspend_data: '题',
      entry: 'resume',
      total_time: 'PT0H11M1S',
      interactions: { '1': { id: 'q2' } },
    })
    const { rows } = await sql<{ identifier: string; result: string | null }>`
      select i.identifier, i.content ->> 'result' as result from packages.interaction i
        join packages.attempt a on a.id = i.attempt_id where a.package_id = ${packageId} order by i.position`.execute(
      platform.root,
    )
    expect(rows).toEqual([
      { identifier: 'q1', result: 'incorrect' },
      { identifier: 'q2', result: 'correct' },
    ])
  })
})

describe('what a player sends', () => {
  it('counts once, whatever is repeated or comes late', async () => {
    const launch = await opened(await made(sco('1.2')))
    await launch.commit({ core: { lesson_location: '1' } }, { number: 1 })
    await launch.commit({ core: { lesson_location: '3' } }, { number: 3 })
    expect(
      (await launch.commit({ core: { lesson_location: '3', lesson_status: 'completed' } }, { number: 3 })).body,
    ).toMatchObject({ isRepeat: true })
    expect((await launch.commit({ core: { lesson_location: '2' } }, { number: 2 })).body).toMatchObject({
      isRepeat: true,
    })
    expect((await launch.open()).start.core).toMatchObject({ lesson_location: '3' })
    expect(outcomes.every(({ completed }) => !completed)).toBe(true)
  })

  it('is credited no more time than has passed', async () => {
    const launch = await opened(await made(sco('1.2')))
    platform.now += 10_000
    await launch.commit({ core: { session_time: '9999:59:59' } }, { activeMs: 999_999_999 })
    expect(outcomes.at(-1)).toMatchObject({ totalSeconds: 10 })
    platform.now += 5000
    await launch.commit({}, { activeMs: 12_000 })
    expect(outcomes.at(-1)).toMatchObject({ totalSeconds: 12 })
    await launch.commit({}, { activeMs: 11_000 })
    expect(outcomes.at(-1)).toMatchObject({ totalSeconds: 12 })
    expect((await launch.open()).start.core.total_time).toBe('0000:00:10')
  })

  it('is refused from an earlier launch after a later one has started', async () => {
    const packageId = await made(sco('1.2'))
    const key = place()
    const first = await opened(packageId, key)
    platform.now += 1
    const second = await opened(packageId, key)
    // The later one has said nothing yet: what the earlier one still has to say is not lost.
    expect((await first.commit({ core: { lesson_location: 'late' } })).status).toBe(200)
    expect((await second.open()).start.core.lesson_location).toBe('late')
    await second.commit({ core: { lesson_location: 'new' } })
    expect(await first.commit({ core: { lesson_location: 'old' } })).toMatchObject({
      status: 409,
      body: { errorCode: 380304 },
    })
    expect((await second.open()).start.core.lesson_location).toBe('new')
  })

  it('may be brought by the site when the player is gone: by the member alone, and not for ever', async () => {
    const packageId = await made(sco('1.2'))
    const key = place()
    const launch = await opened(packageId, key)
    const commit = {
      sequence: 1,
      activeMs: 0,
      unitId: launch.unitIds[0] ?? '',
      cmi: { core: { lesson_status: 'completed' } },
    }
    const body = { token: launch.token, commit }
    platform.now += 16 * 60_000
    expect((await launch.commit({}, { number: 1 })).status).toBe(410)
    expect(await refusal(platform.client(packages, other).lateCommit({ body }))).toMatchObject({ errorCode: 900005 })
    expect(outcomes).toHaveLength(0)
    expect(await platform.client(packages, learner).lateCommit({ body })).toEqual({ isRepeat: false })
    expect(outcomes).toMatchObject([{ completed: true }])
    expect(await platform.client(packages, learner).lateCommit({ body })).toEqual({ isRepeat: true })
    await (await opened(packageId, key)).commit({})
    const superseded = platform
      .client(packages, learner)
      .lateCommit({ body: { ...body, commit: { ...commit, sequence: 2 } } })
    expect(await refusal(superseded)).toMatchObject({ errorCode: 380304 })
    await sql`update packages.launch set expires_at = ${platform.now - 8 * 24 * 3_600_000}`.execute(platform.root)
    expect(await refusal(platform.client(packages, learner).lateCommit({ body }))).toMatchObject({ errorCode: 900005 })
  })

  it('ends with the session, and is brought from the next one', async () => {
    const member = await buildMember(platform.db, { companyId: learner.companyId })
    const launch = await opened(await made(sco('1.2')), place(), member)
    expect((await launch.commit({ core: { lesson_location: '1' } }, { activeMs: 0 })).status).toBe(200)
    outcomes.length = 0
    platform.now += 30_000
    await platform.client(identity, member).endSession()
    const unit = `~/units/${launch.unitIds[0]}`
    const cmi = { core: { lesson_status: 'completed' } }
    const { now } = platform
    for (const later of [0, 60_000]) {
      platform.now = now + later
      expect((await launch.commit(cmi)).status).toBe(410)
      for (const url of ['', '~/launch', '~/returned', 'c/index.html'])
        expect((await launch.call('GET', url)).status, url).toBe(410)
      for (const url of [unit, '~/state', '~/xapi/statements', `~/fetch/${newId()}`])
        expect((await launch.call('POST', url, { data: '' })).status, url).toBe(410)
    }
    expect(outcomes).toEqual([])
    platform.now = now
    const commit = { sequence: 9, activeMs: 30_000, unitId: launch.unitIds[0] ?? '', cmi }
    const late = (token: string) =>
      platform.client(packages, token).lateCommit({ body: { token: launch.token, commit } })
    expect(await refusal(late(member.token))).toMatchObject({ status: 401 })
    expect(await late(await buildSession(platform.db, member, platform.now))).toEqual({ isRepeat: false })
    expect(outcomes).toMatchObject([{ completed: true, totalSeconds: 30 }])
  })

  it('ends within 20 seconds when its place is withdrawn, and no other launch does', async () => {
    const packageId = await made(sco('1.2'))
    const [key, otherKey] = [place(), place()]
    const [launch, elsewhere] = [await opened(packageId, key), await opened(packageId, otherKey)]
    const preview = await opened(packageId, key, author, 'preview')
    const statuses = async () => [
      (await launch.commit({})).status,
      (await elsewhere.commit({})).status,
      (await preview.commit({})).status,
    ]
    expect(await statuses()).toEqual([200, 200, 200])
    withdrawn.add(key.courseId)
    platform.now += 20_000
    expect(await statuses()).toEqual([410, 200, 200])
    withdrawn.clear()
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('ends when the member is disabled or loses rights, also where the player keeps speaking', async () => {
    const chief = await buildMember(platform.db, { companyId: learner.companyId, roles: ['super-admin'] })
    const calls = platform.client(identity, chief)
    const packageId = await made(sco('1.2'))
    const { companyId } = learner
    const departmentId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const changes = [{ organizationId: departmentId }, { organizationId: companyId, enabled: true }, { enabled: false }]
    const member = await buildMember(platform.db, { companyId })
    for (const change of changes) {
      const launch = await opened(packageId, place(), member)
      expect((await launch.commit({})).status).toBe(200)
      await calls.changeMembers({ body: { memberIds: [member.id], ...change } })
      for (let minute = 0; minute < 20; minute += 1) {
        expect((await launch.commit({})).status, JSON.stringify(change)).toBe(410)
        platform.now += 60_000
      }
    }
  })

  it.each([
    ['no body', undefined],
    ['no number', { activeMs: 0, unitId: null, cmi: {} }],
    ['a number below one', { sequence: 0, activeMs: 0, unitId: null, cmi: {} }],
    ['negative time', { sequence: 1, activeMs: -1, unitId: null, cmi: {} }],
    ['data that are a list', { sequence: 1, activeMs: 0, unitId: null, cmi: [] }],
    ['a field that there is not', { sequence: 1, activeMs: 0, unitId: null, cmi: {}, completed: true }],
  ])('is refused with %s', async (_, body) => {
    const launch = await opened(await made(sco('1.2')))
    expect((await launch.call('POST', '~/commit', body)).status).toBe(400)
  })

  it('is kept with characters that the database has no place for', async () => {
    const launch = await opened(await made(sco('1.2')))
    expect((await launch.commit({ suspend_data: 'a\u0000b\ud800c' })).status).toBe(200)
    expect((await launch.open()).start.suspend_data).toBe('ab\ufffdc')
  })

  it('about a unit of another package changes nothing', async () => {
    const mine = await opened(await made(sco('1.2')))
    const foreign = await opened(await made(sco('1.2')))
    const unitId = foreign.unitIds[0]
    const body = { sequence: 1, activeMs: 0, unitId, cmi: { core: { lesson_status: 'completed' } } }
    expect((await mine.call('POST', '~/commit', body)).status).toBe(200)
    expect((await mine.call('POST', `~/units/${unitId}`)).status).toBe(409)
    expect(outcomes.every(({ completed }) => !completed)).toBe(true)
  })

  it('in a preview is announced to nobody, and deleted after a day', async () => {
    const packageId = await made(sco('1.2'))
    const preview = await opened(packageId, place(), author, 'preview')
    expect((await preview.open()).start.core).toMatchObject({ credit: 'no-credit', lesson_mode: 'browse' })
    await preview.commit({ core: { lesson_status: 'completed' } })
    expect(outcomes).toHaveLength(0)
    const previews = async () => {
      const { rows } =
        await sql`select 1 from packages.attempt where package_id = ${packageId} and mode = 'preview'`.execute(
          platform.root,
        )
      return rows.length
    }
    expect(await previews()).toBe(1)
    const { removePreviews } = await import('./maintenance.ts')
    await removePreviews.run(platform.db, {}, { outside: platform.outside, now: platform.now + 23 * 3_600_000 })
    expect(await previews()).toBe(1)
    await removePreviews.run(platform.db, {}, { outside: platform.outside, now: platform.now + 25 * 3_600_000 })
    expect(await previews()).toBe(0)
  })
})
