import { beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '#modules/live/rooms/contract.ts'
import { roomLinks } from '#modules/live/rooms/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { live } from '../contract.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, minuteMs, publishedLive, type Scene } from './scene.fixture.ts'

const platform = testPlatform()
let scene: Scene
beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const ofId = (id: string) => ({ params: { id } })
const visit = (id: string, token: string) => platform.client(live).keylogin({ ...ofId(id), body: { token } })
const invalid = { status: 422, errorCode: 370_202 }

describe('role links', () => {
  it('[LIVE-141] each open the live session in their role, for people without an account', async () => {
    const id = await publishedLive(platform, scene.host, { subject: '给外部的课' })
    const { organizerToken, panelistToken, attendeeToken } = await as(scene.host).live(ofId(id))
    const tokens = [organizerToken, panelistToken, attendeeToken] as string[]
    expect(new Set(tokens).size).toBe(3)
    const opened = []
    for (const token of tokens) opened.push(await visit(id, token))
    expect(opened.map(({ role }) => role)).toEqual(['organizer', 'panelist', 'attendee'])
    expect(opened[0]).toMatchObject({ id, subject: '给外部的课', hostName: '陆明谦', status: 1, entry: 'room' })
    const { items } = await as(scene.host).roleLinks(ofId(id))
    expect(items.map(({ role, token }) => [role, token])).toEqual([
      ['organizer', organizerToken],
      ['panelist', panelistToken],
      ['attendee', attendeeToken],
    ])
    expect(items[0]).toMatchObject({ url: expect.stringMatching(new RegExp(`/#/lives/keylogin/${id}$`)), uses: 0 })
    // The rooms accept the token themselves: there is no other address.
    const entering = platform
      .client(live)
      .keyloginEnter({ ...ofId(id), body: { token: tokens[2] as string, name: '客人' } })
    expect(await refusal(entering)).toMatchObject({ errorCode: 100_326 })
  })

  it('open the built-in room to no guest under the name of a lecturer who has not come yet', async () => {
    const id = await publishedLive(platform, scene.host)
    const { attendeeToken } = await as(scene.host).live(ofId(id))
    const { hostName } = await visit(id, attendeeToken as string)
    const body = { token: attendeeToken as string, name: `${hostName} `, device: 'phone' }
    expect(await refusal(platform.client(rooms).guestJoin({ body }))).toMatchObject({ errorCode: 370_119 })
  })

  it('open the built-in room to no guest under the name that a lecturer who has not come yet has got since', async () => {
    const id = await publishedLive(platform, scene.host, { lecturerIds: [scene.lecturer.id] })
    const { attendeeToken } = await as(scene.host).live(ofId(id))
    const come = (name: string) =>
      platform.client(rooms).guestJoin({ body: { token: attendeeToken as string, name, device: 'phone' } })
    const married = { params: { id: scene.lecturer.id }, body: { fullName: '顾清和' } }
    expect((await come('顾清')).role).toBe('viewer')
    await platform.client(identity, scene.chief).changeMember(married)
    expect(await refusal(come('顾 清和'))).toMatchObject({ errorCode: 370_119 })
  })

  it('open no other live session, and nothing after revocation or expiry, or if forged', async () => {
    const id = await publishedLive(platform, scene.host)
    const other = await publishedLive(platform, scene.host)
    const token = (await as(scene.host).live(ofId(id))).attendeeToken as string
    for (const [where, what] of [
      [other, token],
      [scene.companyId, token],
      [id, `${token}x`],
      [id, "' or 1=1 --"],
    ] as const)
      expect(await refusal(visit(where, what))).toMatchObject(invalid)
    const entering = platform.client(live).keyloginEnter({ ...ofId(other), body: { token, name: '客人' } })
    expect(await refusal(entering)).toMatchObject(invalid)
    await as(scene.host).changeRoleLink({ ...ofId(id), body: { role: 'attendee', renew: true } })
    expect(await refusal(visit(id, token))).toMatchObject(invalid)
    const renewed = (await as(scene.host).live(ofId(id))).attendeeToken as string
    expect(renewed).not.toBe(token)
    await visit(id, renewed)
    await as(scene.host).changeRoleLink({ ...ofId(id), body: { role: 'attendee', renew: false } })
    expect(await refusal(visit(id, renewed))).toMatchObject(invalid)
    expect(await as(scene.host).live(ofId(id))).toMatchObject({ attendeeToken: null, attendeeJoinUrl: null })
    expect(await as(scene.host).live(ofId(id))).toMatchObject({ organizerToken: expect.any(String) })
    const links = await roomLinks(platform.db, scene.companyId, id)
    expect(links.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(2)
  })

  it('expire a day after the planned end', async () => {
    const startTime = platform.now + minuteMs
    const id = await publishedLive(platform, scene.host, { startTime, estimateDuration: 5 })
    const token = (await as(scene.host).live(ofId(id))).attendeeToken as string
    const before = platform.now
    platform.now = startTime + (5 + 24 * 60) * minuteMs - 1
    await visit(id, token)
    platform.now += 1
    expect(await refusal(visit(id, token))).toMatchObject(invalid)
    platform.now = before
  })

  it('report why a live session is closed, to holders of its link', async () => {
    const id = await publishedLive(platform, scene.host)
    const token = (await as(scene.host).live(ofId(id))).attendeeToken as string
    const guest = platform.client(live)
    const enter = () => guest.keyloginEnter({ ...ofId(id), body: { token, name: '客人' } })
    await as(scene.host).revoke(ofId(id))
    expect(await refusal(visit(id, token))).toMatchObject({ errorCode: 100_033 })
    expect(await refusal(enter())).toMatchObject({ errorCode: 100_033 })
    await as(scene.host).republish(ofId(id))
    await platform.runJobs()
    await as(scene.host).start(ofId(id))
    await as(scene.host).end(ofId(id))
    expect(await refusal(visit(id, token))).toMatchObject({ errorCode: 100_316 })
    expect(await refusal(enter())).toMatchObject({ errorCode: 100_316 })
  })

  it('are visible to the organizer side, and changeable by managers before and during the session', async () => {
    const id = await publishedLive(platform, scene.host, { lecturerIds: [scene.lecturer.id] })
    expect((await as(scene.lecturer).roleLinks(ofId(id))).items).toHaveLength(3)
    expect(await refusal(as(scene.learner).roleLinks(ofId(id)))).toMatchObject({ status: 403, errorCode: 10_138 })
    const change = (member: BuiltMember, of = id) =>
      as(member).changeRoleLink({ ...ofId(of), body: { role: 'organizer', renew: true } })
    expect(await refusal(change(scene.lecturer))).toMatchObject({ status: 403, errorCode: 10_138 })
    const { companyId, host } = scene
    const past = await buildLive(platform.db, { companyId, hostId: host.id, status: 3, now: platform.now })
    expect(await refusal(change(scene.host, past))).toMatchObject({ errorCode: 100_326 })
    expect((await as(scene.host).roleLinks(ofId(past))).items.map(({ token }) => token)).toEqual([null, null, null])
  })
})
