import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { countEntry } from './audience.ts'
import { liveTables } from './db.ts'
import { buildScene, minuteMs, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

/** The members have been in the room. */
async function attend(id: string, ...members: readonly BuiltMember[]) {
  for (const { id: memberId } of members)
    await countEntry(liveTables(platform.db), { companyId: scene.companyId, memberId, liveId: id, now: platform.now })
}

const { as, inState, learners, legacy, ofId, published, seen } = sceneSteps(platform, () => scene)

describe('reservations', () => {
  it('count once for each member, and can be cancelled', async () => {
    const id = await published()
    const { learner, lecturer } = scene
    const reserved = async (member: BuiltMember) => (await as(member).appointment(ofId(id))).appointmentStatus
    const reservedNumber = async () => (await seen(id)).subNumber
    expect(await reservedNumber()).toBe(0)
    await proves('LIVE-189', async () => {
      await as(learner).subscribe(ofId(id))
      expect([await reserved(learner), await reservedNumber()]).toEqual([true, 1])
    })
    await proves('LIVE-190', async () => {
      await legacy(learner).subscribe(ofId(id))
      expect(await reservedNumber()).toBe(1)
      await legacy(lecturer).subscribe(ofId(id))
      expect([await reserved(lecturer), await reservedNumber()]).toEqual([true, 2])
    })
    await proves('LIVE-157', async () => {
      expect(await as(learner).appointment(ofId(id))).toEqual({ appointmentStatus: true })
      expect(await as(scene.approver).appointment(ofId(id))).toEqual({ appointmentStatus: false })
    })
    await proves('LIVE-158', async () => {
      expect(await legacy(learner).appointment(ofId(id))).toEqual({ appointmentStatus: true })
      expect(await legacy(scene.approver).appointment(ofId(id))).toEqual({ appointmentStatus: false })
    })
    await proves('LIVE-033', async () => {
      expect(await reservedNumber()).toBe(2)
      expect(await as(scene.approver).detail(ofId(id))).toMatchObject({ subNumber: 2 })
    })
    await proves('LIVE-192', async () => {
      await legacy(learner).cancelSubscribe(ofId(id))
      expect([await reserved(learner), await reservedNumber()]).toEqual([false, 1])
    })
    await proves('LIVE-191', async () => {
      await as(learner).cancelSubscribe(ofId(id))
      expect(await reservedNumber()).toBe(1)
      await as(lecturer).cancelSubscribe(ofId(id))
      expect([await reserved(lecturer), await reservedNumber()]).toEqual([false, 0])
    })
  })

  it('[LIVE-034] stay exact under concurrent reservations, including duplicates', async () => {
    const id = await published()
    const many = await learners(8)
    const of = (index: number) => as(many[index % many.length] as BuiltMember)
    // Half of them had reserved it before and cancelled.
    const begin = async () => {
      for (const index of [0, 1, 2, 3]) await of(index).subscribe(ofId(id))
      for (const index of [0, 1, 2, 3]) await of(index).cancelSubscribe(ofId(id))
    }
    const reserved = await race(platform, 16, (index) => of(index).subscribe(ofId(id)), { begin })
    expect(reserved).toMatchObject({ accepted: 16, refused: {} })
    expect((await seen(id)).subNumber).toBe(8)
    const all = async () => expect((await seen(id)).subNumber).toBe(8)
    await race(platform, 10, (index) => of(index % 5).cancelSubscribe(ofId(id)), { begin: all })
    expect((await seen(id)).subNumber).toBe(3)
  })

  it.each<[string, 0 | 3 | 4, number, number]>([
    ['LIVE-238', 0, 100_308, 100_308],
    ['LIVE-236', 3, 100_316, 40_316],
    ['LIVE-237', 4, 100_033, 100_033],
  ])(
    '[%s] with status %i they are refused with %i, on the legacy path with %i',
    async (_, status, code, legacyCode) => {
      const id = await inState(status)
      for (const call of ['subscribe', 'enter', 'temporaryUrl'] as const) {
        expect(await refusal(as(scene.learner)[call](ofId(id)))).toMatchObject({ status: 422, errorCode: code })
        expect(await refusal(legacy(scene.learner)[call](ofId(id)))).toMatchObject({
          status: 422,
          errorCode: legacyCode,
        })
      }
      expect(await refusal(as(scene.learner).processingSign(ofId(id)))).toMatchObject({ errorCode: code })
    },
  )

  it('require an upcoming live session', async () => {
    const waiting = await inState(0)
    const unpublished = [
      () => as(scene.learner).detail(ofId(waiting)),
      () => as(scene.learner).front(ofId(waiting)),
      () => as(scene.learner).appointment(ofId(waiting)),
      () => as(scene.learner).cancelSubscribe(ofId(waiting)),
      () => as(scene.learner).relativeMembers({ query: { businessId: waiting } }),
      () => as(scene.learner).score({ query: { businessId: waiting } }),
      () => as(scene.learner).giveScore({ body: { businessId: waiting, score: 5 } }),
    ]
    for (const call of unpublished) expect(await refusal(call())).toMatchObject({ errorCode: 100_308 })
    const over = await inState(3)
    const entry = { ...ofId(over), query: { urlType: 1 as const } }
    expect(await refusal(as(scene.host).enterUrl(entry))).toMatchObject({
      errorCode: 100_316,
      message: expect.stringContaining('直播已结束'),
    })
    expect(await refusal(legacy(scene.host).enterUrl(entry))).toMatchObject({
      errorCode: 40_316,
      message: expect.stringContaining('直播已结束'),
    })
  })

  it('are reminded a quarter of an hour before, and appear in the calendar', async () => {
    const startTime = platform.now + 20 * minuteMs
    const id = await published({ startTime, subject: '提醒我' })
    await as(scene.learner).subscribe(ofId(id))
    const { soonJob } = await import('./publication.ts')
    const remind = (at: number) =>
      platform.root.transaction().execute(async (transaction) => {
        const payload = { companyId: scene.companyId, id, startTime: at }
        await soonJob.run(transaction as never, payload, { outside: platform.outside, now: platform.now })
      })
    // The live session has moved since: the old reminder sends nothing.
    await remind(startTime - 1)
    const listReceived = async () => (await platform.client(messages, scene.learner).listNotifications()).items
    expect((await listReceived()).filter(({ type }) => type === 'live.soon')).toEqual([])
    await remind(startTime)
    expect((await listReceived())[0]).toMatchObject({ type: 'live.soon', link: `/live/detail/${id}` })
    const { calendarSource } = await import('#modules/platform/messages/server.ts')
    const window = { companyId: scene.companyId, from: startTime - 1, to: startTime + 1 }
    const entries = async (memberId: string) =>
      (await Promise.all(calendarSource.all().map((one) => one.entries(platform.db, { ...window, memberId })))).flat()
    expect(await entries(scene.learner.id)).toMatchObject([{ id: `live:${id}`, startsAt: startTime }])
    expect(await entries(scene.approver.id)).toEqual([])
  })
})

describe('while it is in progress', () => {
  it('[LIVE-199] lets members sign in; the first time counts', async () => {
    const id = await published()
    expect(await refusal(as(scene.learner).processingSign(ofId(id)))).toMatchObject({ errorCode: 100_326 })
    await as(scene.host).start(ofId(id))
    const { signedAt } = await as(scene.learner).processingSign(ofId(id))
    expect(signedAt).toBe(platform.now)
    platform.now += minuteMs
    expect(await as(scene.learner).processingSign(ofId(id))).toEqual({ signedAt })
    expect((await seen(id)).attendNumber).toBe(1)
    // A clock that moves backwards changes nothing.
    platform.now -= 2 * minuteMs
    expect(await as(scene.learner).processingSign(ofId(id))).toEqual({ signedAt })
    platform.now += minuteMs
  })
})

describe('scores', () => {
  it('come from members who attended or have watched the replay', async () => {
    const id = await published()
    const [attendee, watcher] = (await learners(2)) as [BuiltMember, BuiltMember]
    const score = (member: BuiltMember) => as(member).giveScore({ body: { businessId: id, score: 1 } })
    const figures = (member: BuiltMember) =>
      platform.client(topics, member).findScore({ query: { businessType: 15, businessId: id } })
    await sql`insert into rooms.replay (room_id, company_id, file_id, title, requested_at)
      values (${id}, ${scene.companyId}, ${uuid()}, '回看', ${platform.now})`.execute(platform.root)
    const watched = (coveredMs: number) =>
      sql`insert into rooms.replay_watch
        (room_id, member_id, company_id, file_id, covered_ms, started_at, watched_at, credited_until)
      values (${id}, ${watcher.id}, ${scene.companyId}, ${uuid()}, ${coveredMs}, 1, 1, 1)
      on conflict (room_id, member_id) do update set covered_ms = excluded.covered_ms`.execute(platform.root)
    await as(attendee).subscribe(ofId(id))
    await watched(0)
    for (const member of [attendee, watcher]) {
      expect(await figures(member)).toMatchObject({ mayScore: false })
      expect(await refusal(score(member))).toMatchObject({ status: 422, errorCode: 900_039 })
    }
    await attend(id, attendee)
    await watched(1000)
    for (const member of [attendee, watcher]) {
      expect(await figures(member)).toMatchObject({ mayScore: true })
      await score(member)
    }
    expect((await figures(attendee)).scoreCount).toBe(2)
  })

  it('are given once, and averaged', async () => {
    const id = await published()
    const [one, two] = (await learners(2)) as [BuiltMember, BuiltMember]
    await attend(id, one, two, scene.learner)
    const score = (member: BuiltMember, stars: number) =>
      as(member).giveScore({ body: { businessId: id, score: stars } })
    const scoreOf = (member: BuiltMember) => as(member).score({ query: { businessId: id } })
    expect(await scoreOf(one)).toEqual({ score: null, avgScore: 0, scoreCount: 0 })
    await score(one, 5)
    await score(two, 2)
    await proves('LIVE-196', async () => {
      expect(await scoreOf(one)).toEqual({ score: 5, avgScore: 3.5, scoreCount: 2 })
      expect(await scoreOf(two)).toEqual({ score: 2, avgScore: 3.5, scoreCount: 2 })
      expect(await scoreOf(scene.learner)).toEqual({ score: null, avgScore: 3.5, scoreCount: 2 })
    })
    await proves('LIVE-036', async () => expect((await seen(id)).avgScore).toBe(3.5))
    await proves('LIVE-197', async () => {
      expect(await refusal(score(one, 1))).toMatchObject({
        ...{ status: 422, errorCode: 40_208, message: expect.stringContaining('已评分') },
      })
      expect(await scoreOf(one)).toMatchObject({ score: 5, avgScore: 3.5, scoreCount: 2 })
      for (const wrong of [0, 6, 4.5])
        expect(await refusal(score(scene.learner, wrong))).toMatchObject({ errorCode: 900_001 })
      const [three] = (await learners(1)) as [BuiltMember]
      await attend(id, three)
      const begin = async () => expect((await scoreOf(one)).scoreCount).toBe(2)
      const raced = await race(platform, 10, (index) => score(three, (index % 5) + 1), { begin })
      expect(raced).toMatchObject({ accepted: 1, refused: { 40208: 9 } })
      expect((await scoreOf(one)).scoreCount).toBe(3)
    })
  })
})
