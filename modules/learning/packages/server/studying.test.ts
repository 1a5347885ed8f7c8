/** What the player of a package sends: when it counts, and when it is refused. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { place, sco, studyStage } from './studying.fixture.ts'

const platform = testPlatform()
const stage = studyStage(platform)
const { made, opened, outcomes, withdrawn } = stage
let author: BuiltMember
let learner: BuiltMember
let other: BuiltMember

beforeAll(async () => {
  ;({ author, learner, other } = await stage.cast)
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
