/** Live sessions at a network provider, against a strict fake of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { CallRefused, refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { live } from '../contract.ts'
import { FakeBigBlueButton } from './providers/bigbluebutton-fake.ts'
import { buildScene, formOf, legacyLive, minuteMs, type Scene } from './scene.fixture.ts'

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
beforeEach(() => {
  fake.mood = 'well'
})
afterAll(() => fake.stop())

const as = (member: BuiltMember) => platform.client(live, member)
const legacy = (member: BuiltMember) => platform.client(legacyLive, member)
const ofId = (id: string) => ({ params: { id } })
const seen = (id: string) => as(scene.host).live(ofId(id))
const asked = (what: string, id: string) => fake.asked.filter((call) => call === `${what} ${id}`).length

async function published(input = {}): Promise<string> {
  const { id } = await legacy(scene.host).apply({ body: formOf(platform, input) })
  await platform.runJobs()
  return id
}

/** Sends the callback, then runs the jobs. */
async function callback(id: string): Promise<void> {
  await platform.client(live).providerEnded(ofId(id))
  await platform.runJobs()
}

describe('a live session of the legacy family on BigBlueButton', () => {
  it('is created there by a job, once', async () => {
    expect(await as(scene.host).supplier()).toMatchObject({ liveSupply: 0, engine: 'bigbluebutton' })
    const id = await published({ subject: '在别处的课' })
    expect(fake.meetings.get(id)?.parameters).toMatchObject({ name: '在别处的课' })
    expect(await seen(id)).toMatchObject({ status: 1, genseeStatus: 3, organizerToken: expect.any(String) })
    await platform.runJobs()
    expect(asked('create', id)).toBe(1)
  })

  it('starts there; host and learner get addresses of their own', async () => {
    const id = await published()
    await proves('LIVE-162', async () => {
      const { url } = await legacy(scene.host).start(ofId(id))
      expect(url).toContain(fake.url)
      expect(new URL(url).searchParams.get('role')).toBe('MODERATOR')
      expect(await seen(id)).toMatchObject({ status: 2 })
    })
    await proves('LIVE-168', async () => {
      const entry = await legacy(scene.learner).enter(ofId(id))
      expect(new URL(entry.url).searchParams.get('fullName')).toBe('林知远')
      expect(new URL(entry.url).searchParams.get('role')).toBe('VIEWER')
      await legacy(scene.learner).enter(ofId(id))
      expect(await seen(id)).toMatchObject({ attendNumber: 1 })
    })
    await as(scene.host).end(ofId(id))
    expect(await seen(id)).toMatchObject({ status: 3, attendNumber: 1 })
    expect(asked('end', id)).toBe(1)
  })

  it('is refused with the code of the path if the server does not answer, and nothing changes', async () => {
    const id = await published()
    const before = await seen(id)
    fake.mood = 'down'
    const entry = { ...ofId(id), query: { urlType: 1 as const } }
    const failing = async (callsOf: typeof as, errorCode: number) => {
      expect(await refusal(callsOf(scene.host).start(ofId(id)))).toMatchObject({ status: 422, errorCode })
      expect(await refusal(callsOf(scene.host).enterUrl(entry))).toMatchObject({ status: 422, errorCode })
      expect(await refusal(callsOf(scene.learner).enter(ofId(id)))).toMatchObject({ status: 422, errorCode })
      expect(await seen(id)).toEqual(before)
    }
    await proves('LIVE-243', () => failing(as, 100_321))
    await proves('LIVE-244', () => failing(legacy, 40_328))
    fake.mood = 'well'
    await legacy(scene.host).start(ofId(id))
    fake.mood = 'down'
    expect(await refusal(as(scene.host).end(ofId(id)))).toMatchObject({ errorCode: 100_321 })
    expect(await seen(id)).toMatchObject({ status: 2 })
  })

  it.each(['html', 'half', 'entities'] as const)(
    '[LIVE-244] is refused with 100323 for an invalid answer (%s)',
    async (mood) => {
      const id = await published()
      const before = await seen(id)
      fake.mood = mood
      expect(await refusal(as(scene.host).start(ofId(id)))).toMatchObject({ status: 422, errorCode: 100_323 })
      const entry = { ...ofId(id), query: { urlType: 2 as const } }
      expect(await refusal(as(scene.host).enterUrl(entry))).toMatchObject({ errorCode: 100_323 })
      expect(await refusal(as(scene.learner).enter(ofId(id)))).toMatchObject({ errorCode: 100_323 })
      const token = before.attendeeToken ?? ''
      const visit = { ...ofId(id), body: { token, name: '客人' } }
      expect(await refusal(platform.client(live).keyloginEnter(visit))).toMatchObject({ errorCode: 100_323 })
      fake.mood = 'well'
      await as(scene.host).start(ofId(id))
      fake.mood = mood
      expect(await refusal(as(scene.host).end(ofId(id)))).toMatchObject({ errorCode: 100_323 })
      expect(await seen(id)).toMatchObject({ status: 2 })
    },
  )

  it('[LIVE-240] is refused with 100313 if the server has forgotten it', async () => {
    const id = await published()
    const { attendeeToken, panelistToken } = await seen(id)
    fake.forget(id)
    expect(await refusal(as(scene.learner).enter(ofId(id)))).toMatchObject({ status: 422, errorCode: 100_313 })
    const entry = { ...ofId(id), query: { urlType: 2 as const } }
    expect(await refusal(as(scene.host).enterUrl(entry))).toMatchObject({ errorCode: 100_313 })
    const visit = { ...ofId(id), body: { token: attendeeToken ?? '', name: '客人' } }
    expect(await refusal(platform.client(live).keyloginEnter(visit))).toMatchObject({ errorCode: 100_313 })
    expect(panelistToken).toEqual(expect.any(String))
    expect((await seen(id)).attendNumber).toBe(0)
  })

  it('[LIVE-141] admits guests under a name, by the link of their role', async () => {
    const id = await published()
    const { panelistToken } = await seen(id)
    const token = panelistToken ?? ''
    const guest = platform.client(live)
    expect(await guest.keylogin({ ...ofId(id), body: { token } })).toMatchObject({ role: 'panelist', entry: 'address' })
    const { url } = await guest.keyloginEnter({ ...ofId(id), body: { token, name: '外部嘉宾' } })
    expect(new URL(url).searchParams.get('fullName')).toBe('外部嘉宾')
    expect(new URL(url).searchParams.get('role')).toBe('MODERATOR')
    fake.mood = 'down'
    const entering = guest.keyloginEnter({ ...ofId(id), body: { token, name: '外部嘉宾' } })
    expect(await refusal(entering)).toMatchObject({ errorCode: 100_321 })
  })

  it('admits no attendee under the name of the host or a lecturer', async () => {
    const id = await published()
    const { attendeeToken, panelistToken } = await seen(id)
    const { hostName } = await platform.client(live).keylogin({ ...ofId(id), body: { token: attendeeToken ?? '' } })
    const enter = (token: string | null, name: string) =>
      platform.client(live).keyloginEnter({ ...ofId(id), body: { token: token ?? '', name } })
    expect(await refusal(enter(attendeeToken, `${hostName}  `))).toMatchObject({ errorCode: 370_119 })
    expect(await enter(panelistToken, hostName)).toMatchObject({ url: expect.any(String) })
    expect(await enter(attendeeToken, '外部学员')).toMatchObject({ url: expect.any(String) })
  })

  it('is created again after a failure; the host’s start creates it as well', async () => {
    fake.mood = 'down'
    const { id } = await legacy(scene.host).apply({ body: formOf(platform) })
    await platform.runJobs()
    expect(await seen(id)).toMatchObject({ status: 1, genseeStatus: 1, organizerToken: null })
    expect(await refusal(legacy(scene.host).start(ofId(id)))).toMatchObject({ errorCode: 40_328 })
    expect(await seen(id)).toMatchObject({ status: 1, genseeStatus: 1 })
    fake.mood = 'well'
    await legacy(scene.host).start(ofId(id))
    expect(await seen(id)).toMatchObject({ status: 2, genseeStatus: 3, organizerToken: expect.any(String) })
  })

  it('is deleted there after a cancellation', async () => {
    const id = await published()
    await legacy(scene.host).revoke(ofId(id))
    await platform.runJobs()
    expect(asked('end', id)).toBe(1)
    expect(await seen(id)).toMatchObject({ status: 4 })
  })
})

describe('callbacks', () => {
  it('[LIVE-090] only trigger a query: repeats, early and late ones never change a wrong state', async () => {
    const id = await published()
    await callback(id)
    expect(await seen(id)).toMatchObject({ status: 1 })
    const { url } = await legacy(scene.host).start(ofId(id))
    await fake.follow(url)
    await callback(id)
    await callback(id)
    expect(await seen(id)).toMatchObject({ status: 2 })
    fake.forget(id)
    await callback(id)
    await callback(id)
    const ended = await seen(id)
    expect(ended).toMatchObject({ status: 3, endedAt: platform.now })
    platform.now += minuteMs
    await callback(id)
    expect(await seen(id)).toMatchObject({ status: 3, endedAt: ended.endedAt })
  })

  it('of a recording are signed by the provider, and lead to its recording', async () => {
    const id = await published()
    await legacy(scene.host).start(ofId(id))
    await as(scene.host).end(ofId(id))
    const url = `${fake.url}/playback/video/${id}`
    const recordId = fake.addRecording(id, { startTime: platform.now - 90_000, endTime: platform.now, url })
    const recorded = (token: string, of = id) =>
      platform.client(live).providerRecorded({ ...ofId(of), body: { signed_parameters: token } })
    expect(await refusal(recorded(fake.recordingToken(id, recordId, 'another secret')))).toMatchObject({ status: 403 })
    expect(await refusal(recorded(fake.recordingToken(id, recordId), scene.companyId))).toMatchObject({ status: 403 })
    await recorded(fake.recordingToken(id, recordId))
    await platform.runJobs()
    expect(await seen(id)).toMatchObject({ replay: 'ready', replayUrl: url, replaySeconds: 90 })
  })

  it('of unknown live sessions are harmless', async () => {
    await callback(scene.companyId)
    await expect(callback('nothing')).rejects.toBeInstanceOf(CallRefused)
  })
})
