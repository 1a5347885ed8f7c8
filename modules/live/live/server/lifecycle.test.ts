import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { endRoom, findRoomFacts } from '#modules/live/rooms/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { live } from '../contract.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, formOf, legacyLive, minuteMs, publishedLive, type Scene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const legacy = (member: BuiltMember) => platform.client(legacyLive, member)
const published = (input = {}) => publishedLive(platform, scene.host, input)
const stateOf = async (id: string) => as(scene.host).live({ params: { id } })
const ofId = (id: string) => ({ params: { id } })

async function ended(): Promise<string> {
  const id = await published()
  await as(scene.host).start(ofId(id))
  await as(scene.host).end(ofId(id))
  return id
}

describe('creation', () => {
  it('is requested, and created by a job: then status, request and token are set', async () => {
    const { id } = await as(scene.host).apply({ body: formOf(platform) })
    await proves('LIVE-151', async () => {
      const asked = await stateOf(id)
      expect(asked).toMatchObject({ id, status: 1, requestStatus: 1, genseeStatus: 1, organizerToken: null })
      expect(await refusal(as(scene.learner).live(ofId(id)))).toMatchObject({ status: 403, errorCode: 10_138 })
    })
    await platform.runJobs()
    const made = await proves('LIVE-152', async () => {
      const live = await legacy(scene.host).live(ofId(id))
      expect(live).toEqual(await stateOf(id))
      expect(await refusal(legacy(scene.learner).live(ofId(id)))).toMatchObject({ status: 403, errorCode: 10_138 })
      return live
    })
    await proves('LIVE-132', () => {
      expect(made).toMatchObject({ status: 1, requestStatus: 3, genseeStatus: 3, organizerToken: expect.any(String) })
    })
    expect((await findRoomFacts(platform.db, scene.companyId, [id])).get(id)).toMatchObject({ state: 'waiting' })
    // The job may run twice.
    await platform.runJobs()
    expect((await stateOf(id)).organizerToken).toBe(made.organizerToken)
  })

  it('[LIVE-084] does not keep the host waiting in live management', async () => {
    const { id } = await as(scene.host).apply({ body: formOf(platform) })
    const { url } = await as(scene.host).start(ofId(id))
    expect(url).toMatch(new RegExp(`/#/live/action/${id}$`))
    expect(await stateOf(id)).toMatchObject({ status: 2, requestStatus: 3 })
    await platform.runJobs()
    expect(await stateOf(id)).toMatchObject({ status: 2 })
  })
})

describe('cancelling and publishing again', () => {
  it('cancels a live session that has not started', async () => {
    const id = await published()
    await proves(['LIVE-074', 'LIVE-185'], async () => {
      expect(await stateOf(id)).toMatchObject({ status: 1 })
      await as(scene.host).revoke(ofId(id))
      expect(await stateOf(id)).toMatchObject({ status: 4, displayStatus: 4 })
    })
    await proves('LIVE-066', async () => {
      expect((await stateOf(id)).actions).toEqual(['republish', 'view', 'edit'])
    })
    await proves('LIVE-186', async () => {
      expect(await refusal(legacy(scene.host).revoke(ofId(id)))).toMatchObject({ errorCode: 100_326 })
      const other = await published()
      await legacy(scene.host).revoke(ofId(other))
      expect(await stateOf(other)).toMatchObject({ status: 4, displayStatus: 4 })
    })
  })

  it('starts it or cancels it under concurrent calls, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      let id = ''
      const begin = async () => {
        id = await published()
      }
      // The order of the calls alternates, so that each may win.
      const call = (index: number) => as(scene.host)[(index + round) % 2 === 0 ? 'start' : 'revoke'](ofId(id))
      const { accepted, refused } = await race(platform, 10, call, { begin })
      const { status } = await stateOf(id)
      const started = { accepted: 5, refused: { 100326: 5 }, status: 2 }
      const cancelled = { accepted: 1, refused: { 100308: 5, 100326: 4 }, status: 4 }
      expect({ accepted, refused, status }, `round ${round}`).toEqual(status === 2 ? started : cancelled)
      const room = (await findRoomFacts(platform.db, scene.companyId, [id])).get(id)
      expect(room?.state).toBe(status === 2 ? 'running' : 'closed')
    }
  })

  it('publishes it again, with its previous room', async () => {
    const id = await published()
    const republished = async (calls: ReturnType<typeof as>) => {
      await as(scene.host).revoke(ofId(id))
      expect(await stateOf(id)).toMatchObject({ status: 4 })
      await calls.republish(ofId(id))
      await platform.runJobs()
      expect(await stateOf(id)).toMatchObject({ status: 1, requestStatus: 3, organizerToken: expect.any(String) })
    }
    await proves(['LIVE-079', 'LIVE-187'], () => republished(as(scene.host)))
    await proves('LIVE-188', () => republished(legacy(scene.host)))
    await as(scene.host).start(ofId(id))
    expect(await stateOf(id)).toMatchObject({ status: 2 })
  })

  it('refuses a live session that is not cancelled, and changes nothing', async () => {
    await proves('LIVE-080', async () => {
      const { companyId, host } = scene
      for (const status of [0, 1, 2, 3] as const) {
        const id = await buildLive(platform.db, { companyId, hostId: host.id, status, now: platform.now })
        const before = await stateOf(id)
        expect(before.status).toBe(status)
        expect(await refusal(as(host).republish(ofId(id)))).toMatchObject({ status: 422, errorCode: 100_326 })
        expect(await stateOf(id)).toEqual(before)
      }
    })
    await proves('LIVE-071', async () => {
      const over = await ended()
      const before = await stateOf(over)
      expect(before).toMatchObject({ status: 3, actions: [] })
      for (const action of ['republish', 'revoke', 'end'] as const)
        expect(await refusal(as(scene.host)[action](ofId(over)))).toMatchObject({
          ...{ status: 422, errorCode: 100_326, message: expect.stringContaining('不允许该操作') },
        })
      expect(await stateOf(over)).toEqual(before)
    })
  })

  it('[LIVE-095] refuses after its start time has passed', async () => {
    const id = await published({ startTime: platform.now + minuteMs })
    const ready = await published({ startTime: platform.now + minuteMs })
    for (const one of [id, ready]) await as(scene.host).revoke(ofId(one))
    await as(scene.host).republish(ofId(ready))
    expect(await stateOf(ready)).toMatchObject({ status: 1 })
    platform.now += 2 * minuteMs
    expect(await refusal(as(scene.host).republish(ofId(id)))).toMatchObject({ errorCode: 100_315 })
    expect(await refusal(legacy(scene.host).republish(ofId(id)))).toMatchObject({ errorCode: 40_327 })
  })

  it('notifies everybody who reserved or attended it', async () => {
    const id = await published()
    await as(scene.learner).subscribe(ofId(id))
    const visitor = await buildMember(platform.db, { companyId: scene.companyId })
    await as(visitor).enter(ofId(id))
    await as(scene.host).revoke(ofId(id))
    for (const member of [scene.learner, visitor]) {
      const { items } = await platform.client(messages, member).listNotifications()
      expect(items[0]).toMatchObject({ type: 'live.cancelled', link: `/live/detail/${id}` })
    }
    await as(scene.host).republish(ofId(id))
    const { items: later } = await platform.client(messages, scene.learner).listNotifications()
    expect(later[0]).toMatchObject({ type: 'live.republished', link: `/live/detail/${id}` })
  })

  it('is limited to its host and managers', async () => {
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
  it('is started and ended by its host, each once', async () => {
    const id = await published()
    await proves('LIVE-064', async () => {
      expect((await stateOf(id)).actions).toEqual(['start', 'share', 'view', 'edit', 'cancel'])
    })
    const startedAt = platform.now
    const url = await proves('LIVE-162', async () => {
      const answer = await legacy(scene.host).start(ofId(id))
      expect(answer.url).toMatch(new RegExp(`/#/live/action/${id}$`))
      expect(await stateOf(id)).toMatchObject({ status: 2, startedAt: startedAt })
      return answer.url
    })
    await proves('LIVE-065', async () => {
      expect((await stateOf(id)).actions).toEqual(['watch', 'share', 'view', 'edit'])
    })
    platform.now += minuteMs
    expect(await as(scene.host).start(ofId(id))).toEqual({ url })
    await proves('LIVE-090', async () => {
      expect(await stateOf(id)).toMatchObject({ status: 2, startedAt: startedAt, endedAt: null })
      await as(scene.host).end(ofId(id))
      expect(await stateOf(id)).toMatchObject({ status: 3, startedAt: startedAt, endedAt: platform.now })
    })
    const refused = await refusal(as(scene.host).start(ofId(id)))
    expect(refused).toMatchObject({ errorCode: 100_316 })
    expect(await refusal(legacy(scene.host).start(ofId(id)))).toMatchObject({ errorCode: 40_316 })
  })

  it('refuses an unpublished or revoked live session', async () => {
    const id = await published()
    const { companyId, host } = scene
    const other = await published()
    await as(host).revoke(ofId(id))
    const waiting = await buildLive(platform.db, { companyId, hostId: host.id, status: 0, now: platform.now })
    await proves('LIVE-161', async () => {
      for (const one of [id, waiting])
        expect(await refusal(as(host).start(ofId(one)))).toMatchObject({
          ...{ status: 422, errorCode: 100_308, message: expect.stringContaining('直播未发布或已撤销') },
        })
      await as(host).start(ofId(other))
      expect(await stateOf(other)).toMatchObject({ status: 2, startedAt: platform.now })
      expect(await refusal(as(scene.learner).start(ofId(other)))).toMatchObject({ status: 403, errorCode: 10_138 })
    })
    await proves('LIVE-238', async () => {
      expect(await refusal(as(host).start(ofId(waiting)))).toMatchObject({ status: 422, errorCode: 100_308 })
      expect(await refusal(as(scene.learner).enter(ofId(waiting)))).toMatchObject({ status: 422, errorCode: 100_308 })
    })
    for (const one of [id, waiting])
      expect(await refusal(as(host).enterUrl({ ...ofId(one), query: { urlType: 1 } }))).toMatchObject({
        errorCode: 100_308,
      })
  })

  it('[LIVE-090] ends with its room, and by itself after its people have left', async () => {
    const id = await published({ estimateDuration: 10 })
    await as(scene.host).start(ofId(id))
    await endRoom(platform.db, { companyId: scene.companyId, roomId: id, by: null, now: platform.now })
    expect(await stateOf(id)).toMatchObject({ status: 3 })
    const alone = await published({ estimateDuration: 10, startTime: platform.now + minuteMs })
    await as(scene.host).start(ofId(alone))
    // The planned end is in eleven minutes; a quarter of an hour later nobody has been there.
    platform.now += 25 * minuteMs
    await sweep()
    expect(await stateOf(alone)).toMatchObject({ status: 2 })
    platform.now += 2 * minuteMs
    await sweep()
    expect(await stateOf(alone)).toMatchObject({ status: 3 })
  })

  it('follows the plan of an external live session: nobody starts it here', async () => {
    const externalUrl = 'https://example.com/live/7'
    const input = { liveType: 2, externalUrl, startTime: platform.now + minuteMs, estimateDuration: 5 } as const
    const id = await published(input)
    await proves('LIVE-063', async () => {
      expect(await stateOf(id)).toMatchObject({ status: 1, displayStatus: 8, organizerToken: null })
    })
    await proves('LIVE-069', async () => expect((await stateOf(id)).actions).toEqual(['watch']))
    await proves('LIVE-048', async () => {
      expect((await stateOf(id)).liveType).toBe(2)
      expect((await stateOf(await published())).liveType).toBe(1)
      const third = as(scene.host).apply({ body: formOf(platform, { liveType: 3 as never, externalUrl }) })
      expect(await refusal(third)).toMatchObject({ errorCode: 900_001 })
    })
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

  it('[LIVE-240] is refused with 100313 if its room is gone, and changes nothing', async () => {
    const id = await published()
    const running = await published()
    await as(scene.host).start(ofId(running))
    await sql`delete from rooms.room where id = any(${[id, running]}::uuid[])`.execute(platform.root)
    expect(await refusal(as(scene.host).start(ofId(id)))).toMatchObject({ status: 422, errorCode: 100_313 })
    expect(await refusal(as(scene.learner).enter(ofId(id)))).toMatchObject({ errorCode: 100_313 })
    expect(await refusal(as(scene.host).end(ofId(running)))).toMatchObject({ errorCode: 100_313 })
    expect([await stateOf(id), await stateOf(running)]).toMatchObject([{ status: 1, attendNumber: 0 }, { status: 2 }])
  })

  it('starts once, however many concurrent calls', async () => {
    let id = ''
    const begin = async () => {
      id = await published()
    }
    const started = await race(platform, 10, () => as(scene.host).start(ofId(id)), { begin })
    expect(started).toMatchObject({ accepted: 10, refused: {} })
    expect(await stateOf(id)).toMatchObject({ status: 2 })
  })
})

async function sweep(): Promise<void> {
  const { maintenanceJob } = await import('./maintenance.ts')
  await platform.root.transaction().execute(async (transaction) => {
    await maintenanceJob.run(transaction as never, {}, { outside: platform.outside, now: platform.now })
  })
  await platform.runJobs()
}
