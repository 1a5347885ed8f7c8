import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/identity/server/build.ts'
import { messages } from '#modules/messages/contract.ts'
import { endRoom, roomsOf } from '#modules/rooms/server.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { live } from '../contract.ts'
import { buildLive } from './build.ts'
import { buildScene, formOf, legacyLive, minuteMs, publishedLive, type Scene } from './scene.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const legacy = (member: BuiltMember) => platform.client(legacyLive, member)
const published = (wish = {}) => publishedLive(platform, scene.host, wish)
const stateOf = async (id: string) => as(scene.host).live({ params: { id } })
const ofId = (id: string) => ({ params: { id } })

async function ended(): Promise<string> {
  const id = await published()
  await as(scene.host).start(ofId(id))
  await as(scene.host).end(ofId(id))
  return id
}

describe('creation', () => {
  it('[LIVE-122] [LIVE-123] [LIVE-132] [LIVE-151] is asked for, and made by a job: then status, request and token are there', async () => {
    const { id } = await as(scene.host).apply({ body: formOf(platform) })
    const asked = await stateOf(id)
    expect(asked).toMatchObject({ status: 1, requestStatus: 1, genseeStatus: 1, organizerToken: null })
    await platform.runJobs()
    const made = await legacy(scene.host).live(ofId(id))
    expect(made).toMatchObject({ status: 1, requestStatus: 3, genseeStatus: 3, organizerToken: expect.any(String) })
    expect((await roomsOf(platform.db, scene.companyId, [id])).get(id)).toMatchObject({ state: 'waiting' })
    // The job may run twice.
    await platform.runJobs()
    expect((await stateOf(id)).organizerToken).toBe(made.organizerToken)
  })

  it('[LIVE-084] [LIVE-124] is not waited for by a host who starts from live management', async () => {
    const { id } = await as(scene.host).apply({ body: formOf(platform) })
    const { url } = await as(scene.host).start(ofId(id))
    expect(url).toMatch(new RegExp(`/#/live/action/${id}$`))
    expect(await stateOf(id)).toMatchObject({ status: 2, requestStatus: 3 })
    await platform.runJobs()
    expect(await stateOf(id)).toMatchObject({ status: 2 })
  })
})

describe('cancelling and publishing again', () => {
  it('[LIVE-074] [LIVE-075] [LIVE-066] [LIVE-185] cancels a live that has not started', async () => {
    const id = await published()
    await as(scene.host).revoke(ofId(id))
    expect(await stateOf(id)).toMatchObject({ status: 4, displayStatus: 4, actions: ['republish', 'view', 'edit'] })
    expect(await refusal(legacy(scene.host).revoke(ofId(id)))).toMatchObject({ errorCode: 100_326 })
    const other = await published()
    await legacy(scene.host).revoke(ofId(other))
    expect(await stateOf(other)).toMatchObject({ status: 4 })
  })

  it('either starts it or cancels it, when both are asked for at once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const id = await published()
      const outcomes = await Promise.allSettled([as(scene.host).start(ofId(id)), as(scene.host).revoke(ofId(id))])
      const [started, revoked] = outcomes.map(({ status }) => status === 'fulfilled')
      expect([started, revoked].filter(Boolean), `round ${round}`).toHaveLength(1)
      const lost = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      expect(lost.reason).toMatchObject({ errorCode: started ? 100_326 : 100_308 })
      expect(await stateOf(id)).toMatchObject({ status: started ? 2 : 4 })
    }
  })

  it('[LIVE-078] [LIVE-079] [LIVE-187] publishes it again, with the room it had', async () => {
    const id = await published()
    await as(scene.host).revoke(ofId(id))
    await legacy(scene.host).republish(ofId(id))
    await platform.runJobs()
    expect(await stateOf(id)).toMatchObject({ status: 1, requestStatus: 3, organizerToken: expect.any(String) })
    await as(scene.host).start(ofId(id))
    expect(await stateOf(id)).toMatchObject({ status: 2 })
  })

  it('[LIVE-080] [LIVE-071] refuses it of a live that is not cancelled, and changes nothing', async () => {
    const id = await published()
    const before = await stateOf(id)
    const refused = await refusal(as(scene.host).republish(ofId(id)))
    expect(refused).toMatchObject({ status: 422, errorCode: 100_326, message: expect.stringContaining('不允许该操作') })
    expect(await stateOf(id)).toEqual(before)
    const over = await ended()
    for (const action of ['republish', 'revoke', 'end'] as const)
      expect(await refusal(as(scene.host)[action](ofId(over)))).toMatchObject({ errorCode: 100_326 })
    expect(await stateOf(over)).toMatchObject({ status: 3, actions: [] })
  })

  it('[LIVE-095] refuses it once its start time has passed', async () => {
    const id = await published({ startTime: platform.now + minuteMs })
    await as(scene.host).revoke(ofId(id))
    platform.now += 2 * minuteMs
    expect(await refusal(as(scene.host).republish(ofId(id)))).toMatchObject({ errorCode: 100_315 })
    expect(await refusal(legacy(scene.host).republish(ofId(id)))).toMatchObject({ errorCode: 40_327 })
  })

  it('tells who has reserved it', async () => {
    const id = await published()
    await as(scene.learner).subscribe(ofId(id))
    await as(scene.host).revoke(ofId(id))
    const { items } = await platform.client(messages, scene.learner).listNotifications()
    expect(items[0]).toMatchObject({ type: 'live.cancelled', link: `/live/detail/${id}` })
    await as(scene.host).republish(ofId(id))
    const { items: later } = await platform.client(messages, scene.learner).listNotifications()
    expect(later[0]).toMatchObject({ type: 'live.republished', link: `/live/detail/${id}` })
  })

  it('is for who runs it', async () => {
    const id = await published({ lecturerIds: [scene.lecturer.id] })
    for (const action of ['revoke', 'republish', 'start', 'end'] as const) {
      for (const member of [scene.learner, scene.lecturer])
        expect(await refusal(as(member)[action](ofId(id)))).toMatchObject({ status: 403, errorCode: 10_138 })
      const stranger = (await buildScene(platform)).chief
      expect(await refusal(as(stranger)[action](ofId(id)))).toMatchObject({ errorCode: 100_318 })
    }
  })
})

describe('starting and ending', () => {
  it('[LIVE-090] [LIVE-161] [LIVE-064] [LIVE-065] begins by its host, ends by its host, each once', async () => {
    const id = await published()
    expect((await stateOf(id)).actions).toEqual(['start', 'share', 'view', 'edit', 'cancel'])
    const { url } = await legacy(scene.host).start(ofId(id))
    const begun = platform.now
    expect(await stateOf(id)).toMatchObject({
      status: 2,
      startedAt: begun,
      actions: ['watch', 'share', 'view', 'edit'],
    })
    platform.now += minuteMs
    expect(await as(scene.host).start(ofId(id))).toEqual({ url })
    expect(await stateOf(id)).toMatchObject({ startedAt: begun })
    await as(scene.host).end(ofId(id))
    expect(await stateOf(id)).toMatchObject({ status: 3, endedAt: platform.now })
    const refused = await refusal(as(scene.host).start(ofId(id)))
    expect(refused).toMatchObject({ errorCode: 100_316 })
    expect(await refusal(legacy(scene.host).start(ofId(id)))).toMatchObject({ errorCode: 40_316 })
  })

  it('[LIVE-238] is refused of a live that is not released or was revoked', async () => {
    const id = await published()
    await as(scene.host).revoke(ofId(id))
    const refused = await refusal(as(scene.host).start(ofId(id)))
    expect(refused).toMatchObject({ errorCode: 100_308, message: expect.stringContaining('直播未发布或已撤销') })
    const { companyId, host } = scene
    const waiting = await buildLive(platform.db, { companyId, hostId: host.id, status: 0, now: platform.now })
    expect(await refusal(as(host).start(ofId(waiting)))).toMatchObject({ errorCode: 100_308 })
    for (const one of [id, waiting])
      expect(await refusal(as(host).enterUrl({ ...ofId(one), query: { urlType: 1 } }))).toMatchObject({
        errorCode: 100_308,
      })
  })

  it('[LIVE-090] ends with its room, and with nobody’s word where its people have gone', async () => {
    const id = await published({ estimateDuration: 10 })
    await as(scene.host).start(ofId(id))
    await endRoom(platform.db, { companyId: scene.companyId, roomId: id, by: null, now: platform.now })
    expect(await stateOf(id)).toMatchObject({ status: 3 })
    const alone = await published({ estimateDuration: 10, startTime: platform.now + minuteMs })
    await as(scene.host).start(ofId(alone))
    // The plan says eleven minutes from now; a quarter of an hour later nobody has been there.
    platform.now += 25 * minuteMs
    await sweep()
    expect(await stateOf(alone)).toMatchObject({ status: 2 })
    platform.now += 2 * minuteMs
    await sweep()
    expect(await stateOf(alone)).toMatchObject({ status: 3 })
  })

  it('[LIVE-063] [LIVE-069] [LIVE-048] of a live elsewhere follows its plan: nobody starts it here', async () => {
    const externalUrl = 'https://example.com/live/7'
    const wish = { liveType: 2, externalUrl, startTime: platform.now + minuteMs, estimateDuration: 5 } as const
    const id = await published(wish)
    expect(await stateOf(id)).toMatchObject({ displayStatus: 8, actions: ['watch'], liveType: 2, organizerToken: null })
    expect(await refusal(as(scene.host).start(ofId(id)))).toMatchObject({ errorCode: 100_326 })
    expect(await as(scene.learner).enter(ofId(id))).toMatchObject({ url: externalUrl })
    platform.now += minuteMs
    await sweep()
    expect(await stateOf(id)).toMatchObject({ status: 2, displayStatus: 2 })
    expect(await refusal(as(scene.host).end(ofId(id)))).toMatchObject({ errorCode: 100_326 })
    platform.now += 5 * minuteMs
    await sweep()
    expect(await stateOf(id)).toMatchObject({ status: 3 })
  })

  it('[LIVE-240] is refused with 100313 where its room is gone, and changes nothing', async () => {
    const id = await published()
    const running = await published()
    await as(scene.host).start(ofId(running))
    await sql`delete from rooms.room where id = any(${[id, running]}::uuid[])`.execute(platform.root)
    expect(await refusal(as(scene.host).start(ofId(id)))).toMatchObject({ status: 422, errorCode: 100_313 })
    expect(await refusal(as(scene.learner).enter(ofId(id)))).toMatchObject({ errorCode: 100_313 })
    expect(await refusal(as(scene.host).end(ofId(running)))).toMatchObject({ errorCode: 100_313 })
    expect([await stateOf(id), await stateOf(running)]).toMatchObject([{ status: 1, attendNumber: 0 }, { status: 2 }])
  })

  it('starts once, however many times it is asked at the same moment', async () => {
    const id = await published()
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => as(scene.host).start(ofId(id))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'fulfilled'))
    expect(await stateOf(id)).toMatchObject({ status: 2 })
  })

  it('is either started or cancelled when both are asked at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await published()
      await Promise.allSettled([as(scene.host).start(ofId(id)), as(scene.host).revoke(ofId(id))])
      const { status } = await stateOf(id)
      const room = (await roomsOf(platform.db, scene.companyId, [id])).get(id)
      expect([status, room?.state]).toEqual(status === 2 ? [2, 'running'] : [4, 'closed'])
    }
  })
})

async function sweep(): Promise<void> {
  const { sweepJob } = await import('./upkeep.ts')
  await platform.root.transaction().execute(async (transaction) => {
    await sweepJob.run(transaction as never, {}, { outside: platform.outside, now: platform.now })
  })
  await platform.runJobs()
}
