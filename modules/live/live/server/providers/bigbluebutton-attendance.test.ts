import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attendanceOf } from '#modules/live/rooms/server.ts'
import { testPlatform } from '#test/harness.ts'
import { live } from '../../contract.ts'
import { buildScene, formOf, legacyLive, type Scene } from '../scene.fixture.ts'
import { FakeBigBlueButton } from './bigbluebutton-fake.ts'

const fake = new FakeBigBlueButton()
await fake.start()
const platform = testPlatform({
  environment: { BIGBLUEBUTTON_URL: fake.url, BIGBLUEBUTTON_SECRET: fake.secret },
})
let scene: Scene
beforeAll(async () => {
  scene = await buildScene(platform)
  await platform.client(live, scene.chief).setSupplier({ params: { id: scene.companyId }, body: { supplier: 0 } })
})
afterAll(() => fake.stop())

const learner = '林知远'

/** The jobs of one minute. */
async function aMinutePasses(): Promise<void> {
  platform.now += 60_000
  await sql`select graphile_worker.add_job('live.poll-attendances', '{}'::json)`.execute(platform.root)
  await platform.runJobs()
  await platform.runJobs()
}

const secondsIn = async (roomId: string) => {
  const { items } = await attendanceOf(platform.db, { companyId: scene.companyId, roomId, now: platform.now })
  return Object.fromEntries(items.map(({ name, memberId, liveSeconds }) => [name, [memberId, liveSeconds]]))
}

describe('attendance of a live session on BigBlueButton', () => {
  it('is recorded by a poll each minute, exact to the minute and never more, and ends with the session', async () => {
    const calls = platform.client(legacyLive, scene.host)
    const { id } = await calls.apply({ body: formOf(platform, {}) })
    await platform.runJobs()
    await fake.follow((await calls.start({ params: { id } })).url)
    const { url } = await platform.client(legacyLive, scene.learner).enter({ params: { id } })
    await fake.follow(url)
    await aMinutePasses()
    // Present in one poll only: the duration is unknown.
    expect(Object.values(await secondsIn(id)).map(([, seconds]) => seconds)).toEqual([0, 0])
    const guest = '<外部> & 来宾'
    fake.meetings.get(id)?.people.push({ userId: 'w_abc', fullName: guest, role: 'VIEWER' })
    await aMinutePasses()
    // The server misses one poll: the presence continues.
    fake.mood = 'down'
    await aMinutePasses()
    fake.mood = 'well'
    await aMinutePasses()
    fake.leave(id, learner)
    await aMinutePasses()
    await aMinutePasses()
    const seconds = await secondsIn(id)
    expect(seconds[learner]).toEqual([scene.learner.id, 180])
    expect(seconds[guest]).toEqual([null, 240])
    await platform.client(live, scene.host).end({ params: { id } })
    await aMinutePasses()
    expect(await secondsIn(id)).toEqual(seconds)
    const { endedAt } = await attendanceOf(platform.db, { companyId: scene.companyId, roomId: id, now: platform.now })
    expect(endedAt).toBe(platform.now - 60_000)
  })
})
