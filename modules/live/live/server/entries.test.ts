import { beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '#modules/live/rooms/contract.ts'
import { roomKind } from '#modules/live/rooms/server.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { live } from '../contract.ts'
import { buildScene, minuteMs, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const { as, learners, legacy, ofId, published, seen } = sceneSteps(platform, () => scene)

describe('entering', () => {
  it('counts each member once, on both paths and in the room', async () => {
    const id = await published()
    const entered = async () => (await seen(id)).attendNumber
    expect(await entered()).toBe(0)
    const address = expect.stringMatching(new RegExp(`/#/live/detail/${id}$`))
    await proves('LIVE-167', async () => {
      const { url, webUrl } = await as(scene.learner).enter(ofId(id))
      expect([url, webUrl]).toEqual([address, url])
      expect(await entered()).toBe(1)
      await as(scene.learner).enter(ofId(id))
      expect(await entered()).toBe(1)
    })
    await proves('LIVE-168', async () => {
      await legacy(scene.learner).enter(ofId(id))
      expect(await entered()).toBe(1)
      expect((await legacy(scene.lecturer).enter(ofId(id))).url).toEqual(address)
      await legacy(scene.lecturer).enter(ofId(id))
      expect(await entered()).toBe(2)
    })
    await proves('LIVE-035', async () => {
      const kind = roomKind.all().find((one) => one.kind === 'live')
      const ask = { companyId: scene.companyId, roomId: id, now: platform.now }
      await kind?.entered?.(platform.db, { ...ask, memberId: scene.learner.id })
      expect(await entered()).toBe(2)
      const many = await learners(6)
      const enter = (index: number) => as(many[index % many.length] as BuiltMember).enter(ofId(id))
      expect(await race(platform, 12, enter, { begin: () => enter(0) })).toMatchObject({ accepted: 12 })
      expect(await entered()).toBe(8)
    })
    const account = await platform.client(currency, scene.learner).awardRecords()
    expect(account.items.filter(({ rule }) => rule === '参加直播')).toHaveLength(1)
  })

  it('gives host and lecturers entries of their own', async () => {
    const id = await published({ lecturerIds: [scene.lecturer.id] })
    const entry = (member: BuiltMember, urlType: 1 | 2) =>
      as(member).enterUrl({ ...ofId(id), query: { identity: 2, urlType } })
    const addressOf = (page: 'action' | 'lecturer') => expect.stringMatching(new RegExp(`/#/live/${page}/${id}$`))
    const host = await proves('LIVE-130', async () => {
      const answer = await entry(scene.host, 1)
      expect(answer).toEqual({ webUrl: addressOf('action'), clientUrl: answer.webUrl })
      return answer
    })
    await proves('LIVE-159', async () => {
      expect((await entry(scene.host, 1)).webUrl).toEqual(addressOf('action'))
      expect((await entry(scene.lecturer, 2)).webUrl).toEqual(addressOf('lecturer'))
      expect(await refusal(entry(scene.lecturer, 1))).toMatchObject({ status: 403 })
      expect(await refusal(entry(scene.learner, 2))).toMatchObject({ status: 403 })
    })
    await proves('LIVE-160', async () => {
      const older = (member: BuiltMember, urlType: 1 | 2) =>
        legacy(member).enterUrl({ ...ofId(id), query: { identity: 2, urlType } })
      expect(await older(scene.host, 1)).toEqual(host)
      expect(await older(scene.lecturer, 2)).toEqual(await entry(scene.lecturer, 2))
      expect(await refusal(older(scene.learner, 2))).toMatchObject({ status: 403 })
    })
    const asked = (query: object) => refusal(as(scene.host).enterUrl({ ...ofId(id), query: query as never }))
    await proves('LIVE-133', async () => {
      for (const urlType of [0, 3]) expect(await asked({ urlType })).toMatchObject({ errorCode: 900_001 })
      expect((await entry(scene.host, 2)).webUrl).toEqual(addressOf('lecturer'))
    })
    await proves('LIVE-134', async () => {
      for (const identity of [0, 1, 3])
        expect(await asked({ identity, urlType: 1 })).toMatchObject({ errorCode: 900_001 })
      expect(await entry(scene.host, 1)).toEqual(host)
    })
  })

  it('gives the organizer side a guest address for two hours, others their own', async () => {
    const id = await published()
    const givesAddresses = async (callsOf: typeof as) => {
      const guest = await callsOf(scene.host).temporaryUrl(ofId(id))
      expect(guest.expiresAt).toBe(platform.now + 2 * 60 * minuteMs)
      const token = guest.url.split('?token=')[1] ?? ''
      const visit = { ...ofId(id), body: { token } }
      expect(await platform.client(live).keylogin(visit)).toMatchObject({ id, role: 'attendee', entry: 'room' })
      expect(await callsOf(scene.learner).temporaryUrl(ofId(id))).toEqual({
        url: `${platform.outside.config.publicUrl}/#/live/detail/${id}`,
        expiresAt: null,
      })
    }
    await proves('LIVE-165', () => givesAddresses(as))
    await proves('LIVE-166', () => givesAddresses(legacy))
    // Without a room each person gets the own address: a lecturer gets the lecturer's, not the host's.
    const elsewhere = { liveType: 2 as const, externalUrl: 'https://live.example.com/1' }
    const teacher = await buildMember(platform.db, { companyId: scene.companyId })
    const external = await published({ ...elsewhere, lecturerIds: [teacher.id] })
    const pathFor = async (member: BuiltMember) => {
      const { url, expiresAt } = await as(member).temporaryUrl(ofId(external))
      return [url.split('/#')[1], expiresAt]
    }
    expect(await pathFor(scene.host)).toEqual([`/live/action/${external}`, null])
    expect(await pathFor(teacher)).toEqual([`/live/lecturer/${external}`, null])
    expect(await pathFor(scene.learner)).toEqual([`/live/detail/${external}`, null])
  })

  it('admits everybody who may see the live session, each in their role', async () => {
    const id = await published({ lecturerIds: [scene.lecturer.id], shareScope: 2 })
    const join = (member: BuiltMember) =>
      platform.client(rooms, member).join({ ...ofId(id), body: { device: 'pc' } as never })
    const outsider = (await learners(1))[0] as BuiltMember
    expect(await refusal(join(outsider))).toMatchObject({ errorCode: 100_309 })
    const kind = roomKind.all().find((one) => one.kind === 'live')
    const ask = { companyId: scene.companyId, roomId: id, now: platform.now }
    const roleOf = async (member: BuiltMember) => kind?.admit(platform.db, { ...ask, memberId: member.id })
    expect(await Promise.all([scene.host, scene.lecturer, scene.learner].map(roleOf))).toEqual([
      'host',
      'lecturer',
      'viewer',
    ])
    await as(scene.host).revoke(ofId(id))
    await expect(roleOf(scene.learner)).rejects.toMatchObject({ error: { code: 100_033 } })
    await expect(kind?.admitGuest(platform.db, { ...ask, role: 'viewer' })).rejects.toMatchObject({
      error: { code: 100_033 },
    })
  })
})
