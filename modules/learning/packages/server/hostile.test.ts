/** Content that somebody wrote to break the platform, or to gain what was not learnt: refused, and never an internal error. */
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
import { testPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { archiveOf, scormManifest, uploadArchive } from './archives.fixture.ts'
import { buildContentApp } from './content/app.ts'
import { launchPackage } from './launches.ts'

const platform = testPlatform()
let content: FastifyInstance
let learner: BuiltMember
let packageId: string

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
  content = buildContentApp(platform.outside, platform.db)
  const archive = archiveOf({
    'index.html': '<p>第一课</p>',
    'imsmanifest.xml': scormManifest('1.2', '课', [{ identifier: 'A', title: '一', href: 'index.html' }]),
  })
  const fileId = await uploadArchive(archive, { connection: platform.db, outside: platform.outside, member: author })
  packageId = (await platform.client(packages, author).createPackage({ body: { fileId } })).id
  await platform.runJobs()
})
afterAll(() => content.close())

const place = () => ({ courseId: newId(), sectionId: newId() })

async function opened(registrationKey = place()) {
  const caller = await callerOf(platform.db, learner)
  const input = { caller, packageId, registrationKey, mode: 'learn' } as const
  const { launchUrl } = await launchPackage(platform.db, platform.outside, input)
  const path = new URL(launchUrl).pathname
  const post = async (url: string, payload: object | string) => {
    const headers = { 'content-type': 'application/json' }
    return content.inject({ method: 'POST', url: `${path}${url}`, headers, payload })
  }
  const { units } = (await content.inject({ url: `${path}~/launch` })).json<{ units: { id: string }[] }>()
  const unitId = units[0]?.id ?? ''
  let sequence = 0
  return {
    path,
    token: path.split('/')[2] ?? '',
    unitId,
    post,
    commit: async (cmi: object, activeMs = 0) => {
      sequence += 1
      return post('~/commit', { sequence, activeMs, unitId, cmi })
    },
  }
}

async function creditedSeconds({ courseId }: { courseId: string }): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select total_ms / 1000 as seconds from packages.attempt where course_id = ${courseId}`.execute(platform.root)
  return Number(rows[0]?.seconds)
}

describe('the data of a unit', () => {
  it('is kept under names that the database has no place for', async () => {
    const { commit } = await opened()
    expect((await commit({ 'a\u0000b': 1, c: { 'd\ud800': 2 } })).statusCode).toBe(200)
    const { rows } = await sql<{ cmi: object }>`select cmi from packages.unit_state where cmi ? 'ab'`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ cmi: { ab: 1, c: { 'd\ufffd': 2 } } }])
  })

  it('counts an answer once, however its place is written', async () => {
    const { commit } = await opened()
    const interactions = { '1': { id: 'first' }, '01': { id: 'again' }, '001': { id: 'and again' } }
    expect((await commit({ core: {}, interactions })).statusCode).toBe(200)
    const { rows } = await sql`select identifier from packages.interaction`.execute(platform.root)
    expect(rows).toEqual([{ identifier: 'first' }])
  })

  it.each([200, 200_000])('is refused when it is nested %s levels deep', async (levels) => {
    const { post, unitId } = await opened()
    const nested = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const answer = await post('~/commit', `{"sequence":1,"activeMs":0,"unitId":"${unitId}","cmi":${nested}}`)
    expect(answer.statusCode).toBe(400)
  })

  it('has no score if its bounds are too far apart for a number', async () => {
    const key = place()
    const { commit } = await opened(key)
    const score = { raw: '1e308', min: '-1e308', max: '1e308' }
    expect((await commit({ core: { lesson_status: 'completed', score } })).statusCode).toBe(200)
    const { rows } = await sql`
      select completed_at is not null as done, score_percent as score from packages.attempt
      where course_id = ${key.courseId}`.execute(platform.root)
    expect(rows).toEqual([{ done: true, score: null }])
  })
})

describe('addresses', () => {
  it.each([
    ['a unit of hyphens', 'POST', `~/units/${'-'.repeat(36)}`, 409],
    ['a unit of zeros', 'POST', `~/units/${'0'.repeat(36)}`, 409],
    ['a session of hyphens', 'POST', `~/fetch/${'-'.repeat(36)}`, 200],
    ['a file with NUL', 'GET', 'c/index.html%00', 404],
    ['a file outside', 'GET', 'c/..%2f..%2fetc%2fpasswd', 404],
  ] as const)('that lead nowhere are answered as such: %s', async (_, method, url, status) => {
    const { path } = await opened()
    expect((await content.inject({ method, url: `${path}${url}` })).statusCode).toBe(status)
  })

  it('of H5P are of no use to other kinds: nobody goes round their rules', async () => {
    const key = place()
    const { post } = await opened(key)
    const statement = {
      verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
      object: { id: 'https://example.com/course' },
      result: { completion: true },
    }
    expect((await post('~/statement', { id: newId(), statement })).statusCode).toBe(409)
    expect((await post('~/state', { data: 'x' })).statusCode).toBe(409)
    const { rows } = await sql`select completed_at from packages.attempt where course_id = ${key.courseId}`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ completed_at: null }])
  })
})

describe('time', () => {
  const minuteMs = 60_000
  let started: number
  beforeAll(() => {
    started = platform.now
  })
  beforeEach(() => {
    platform.now = started
  })

  it('passes once, in however many players that were opened together', async () => {
    const key = place()
    const launches = []
    for (let count = 0; count < 4; count++) {
      launches.push(await opened(key))
      platform.now += 1
    }
    platform.now += 10 * minuteMs
    for (const { commit } of launches) expect((await commit({}, 10 * minuteMs)).statusCode).toBe(200)
    expect(await creditedSeconds(key)).toBe(600)
  })

  it('goes on in the next player where the one before it ended', async () => {
    const key = place()
    const first = await opened(key)
    platform.now += 5 * minuteMs
    await first.commit({}, 4 * minuteMs)
    platform.now += 60 * minuteMs
    const second = await opened(key)
    platform.now += 5 * minuteMs
    await second.commit({}, 5 * minuteMs)
    expect(await creditedSeconds(key)).toBe(9 * 60)
  })

  it('of which the server heard nothing is not credited when the site tells of it later', async () => {
    const key = place()
    const { token, unitId } = await opened(key)
    platform.now += 40 * minuteMs
    const commit = { sequence: 1, activeMs: 40 * minuteMs, unitId, cmi: {} }
    expect(await platform.client(packages, learner).lateCommit({ body: { token, commit } })).toEqual({
      isRepeat: false,
    })
    expect(await creditedSeconds(key)).toBe(15 * 60)
  })
})
