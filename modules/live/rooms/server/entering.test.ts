/** Entering a room: the proofs, and their effects. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { rooms } from '../contract.ts'
import { roomsTables } from './db.ts'
import { roomStage } from './room.fixture.ts'

const stage = roomStage()
const { platform } = stage
let host: BuiltMember
let learner: BuiltMember
let roomId: string

beforeAll(async () => {
  host = await stage.member('host', '周敏')
  learner = await stage.member('viewer', '林小满')
  roomId = await stage.room(host)
})

const join = (member: BuiltMember, id = roomId) =>
  platform.client(rooms, member).join({ params: { id }, body: { device: 'test' } })

describe('a ticket', () => {
  it('opens the socket once, and shows the room', async () => {
    const { ticket, socketPath, role, participantId } = await join(learner)
    expect(role).toBe('viewer')
    const client = await stage.connect(`${socketPath}?ticket=${ticket}`)
    const { room } = await client.until('snapshot')
    expect(room).toMatchObject({ id: roomId, state: 'running', seatsMax: 7, me: { id: participantId, name: '林小满' } })
    expect(room.may).not.toContain('room.end')
    expect(await stage.openWithStatus(`${socketPath}?ticket=${ticket}`)).toBe(401)
    await client.leave()
  })

  it('is refused if it is forged, missing, expired, or of another room', async () => {
    const other = await stage.room(host)
    const { ticket, socketPath } = await join(learner)
    expect(await stage.openWithStatus(socketPath)).toBe(401)
    expect(await stage.openWithStatus(`${socketPath}?ticket=${'A'.repeat(43)}`)).toBe(401)
    expect(await stage.openWithStatus(`/api/v1/rooms/${other}/socket?ticket=${ticket}`)).toBe(401)
    const late = await join(learner)
    platform.now += 61_000
    expect(await stage.openWithStatus(`${socketPath}?ticket=${late.ticket}`)).toBe(401)
    const again = await join(learner)
    expect(await stage.openWithStatus(`/api/v1/rooms/${roomId}/stream?ticket=${again.ticket}`)).toBe(401)
  })

  it('is refused once its session has ended', async () => {
    const member = await stage.member()
    const { ticket, socketPath } = await join(member)
    await platform.client(identity, member).endSession()
    expect(await stage.openWithStatus(`${socketPath}?ticket=${ticket}`)).toBe(401)
  })

  it('is useless on a page of another site', async () => {
    const { ticket, socketPath } = await join(learner)
    expect(await stage.openWithStatus(`${socketPath}?ticket=${ticket}`, { origin: 'https://evil.example' })).toBe(403)
    expect(
      await stage.openWithStatus(`${socketPath}?ticket=${ticket}`, { origin: stage.origin.replace('ws', 'http') }),
    ).toBe(101)
  })

  it('is one of twenty at most that wait, also of thirty that are asked for at once', async () => {
    const eager = await stage.member()
    const { accepted, refused } = await race(platform, 30, () => join(eager), { begin: () => join(eager) })
    expect([accepted, refused]).toEqual([19, { 900008: 11 }])
  })

  it('is rate-limited', async () => {
    const eager = await stage.member()
    for (let index = 0; index < 20; index++) await join(eager)
    expect(await refusal(join(eager))).toMatchObject({ errorCode: 900008 })
  })
})

describe('a room', () => {
  it('is refused for a room of another company, and for an unknown room', async () => {
    const elsewhere = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '远山') })
    expect(await refusal(join(elsewhere))).toMatchObject({ status: 422, errorCode: 900005 })
    expect(await refusal(join(learner, uuid()))).toMatchObject({ errorCode: 900005 })
  })

  it('admits nobody after the end of the room', async () => {
    const over = await stage.room(host)
    const client = await stage.enter(over, host)
    await client.request('room.end', {})
    expect(await refusal(join(learner, over))).toMatchObject({ errorCode: 370101 })
    await client.leave()
  })

  it('keeps a removed person out, and closes the socket', async () => {
    const [leader, rude] = [await stage.enter(roomId, host), await stage.member()]
    const client = await stage.enter(roomId, rude)
    await leader.request('room.remove', { participantId: client.participantId })
    expect(await client.until('bye')).toEqual({ e: 'bye', reason: 'removed' })
    expect(await client.closed()).toBe(4002)
    expect(await refusal(join(rude))).toMatchObject({ errorCode: 370103 })
    await leader.leave()
  })

  it('shows a message if no engine carries audio and video', async () => {
    stage.engine.signalling = 'vendor'
    expect(await join(learner)).toMatchObject({ engine: 'vendor', entry: { url: 'wss://engine.example' } })
    stage.engine.isDown = true
    expect(await refusal(join(learner))).toMatchObject({ errorCode: 370106 })
    stage.engine.isDown = false
    stage.engine.signalling = 'platform'
  })

  it('ends with the session of the member', async () => {
    const member = await stage.member()
    const client = await stage.enter(roomId, member)
    await platform.app.inject({
      ...{ method: 'DELETE', url: '/api/v1/oauth/token' },
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(await client.closed()).toBe(4001)
  })

  it("takes whoever must leave out of the engine's own media as well", async () => {
    const [away, removed] = [await stage.member(), await stage.member()]
    const own = await stage.room(host)
    const leader = await stage.enter(own, host)
    const clients = [await stage.enter(own, away), await stage.enter(own, removed)]
    stage.engine.signalling = 'vendor'
    const dropped = (client: (typeof clients)[number] | undefined) =>
      stage.engine.calls.includes(`drop ${client?.participantId}`)
    await platform.client(identity, away).endSession()
    await leader.request('room.remove', { participantId: clients[1]?.participantId ?? '' })
    await Promise.all(clients.map((client) => client.closed()))
    expect(clients.map(dropped)).toEqual([true, true])
    stage.engine.signalling = 'platform'
    await leader.leave()
  })
})

describe('a guest', () => {
  const link = async (role: 'viewer' | 'lecturer' = 'viewer', expiresAt: number | null = null) =>
    platform.client(rooms, host).createLink({ params: { id: roomId }, body: { role, label: '外部学员', expiresAt } })
  const come = (token: string, more: object = {}) =>
    platform.client(rooms).guestJoin({ body: { token, name: '张先生', device: 'phone', ...more } })

  it.each([
    ['the same name', '周敏'],
    ['spaces', ' 周 敏'],
    ['a sign', '周敏·'],
    ['a tick', '周敏✅'],
    ['Cyrillic letters', 'Аnnа Lee'],
    ['full width', 'Ａｎｎａ　Ｌｅｅ'],
  ])('takes no name that looks like that of the host or a lecturer: %s', async (_, name) => {
    const lecturer = await stage.member('lecturer', 'Anna Lee')
    await join(host)
    await join(lecturer)
    const { token } = await link()
    expect(await refusal(come(token, { name }))).toMatchObject({ status: 422, errorCode: 370_119 })
    // Who comes by a lecturer's link may be the lecturer.
    expect((await come((await link('lecturer')).token, { name })).role).toBe('lecturer')
    expect((await come(token, { name: '周敏敏' })).role).toBe('viewer')
  })

  it('takes no name of nothing visible, and none that turns the direction', async () => {
    const { token } = await link()
    for (const name of ['\u200b', 'a\u202eb'])
      expect(await refusal(come(token, { name }))).toMatchObject({ errorCode: 900_001 })
  })

  it('enters by a link with a name, and the link lists the use', async () => {
    const { token, linkId } = await link()
    const { ticket, socketPath, role, resumeToken } = await come(token)
    expect(role).toBe('viewer')
    const client = await stage.connect(`${socketPath}?ticket=${ticket}`)
    expect((await client.until('snapshot')).room.me).toMatchObject({ name: '张先生', guest: true })
    const calls = platform.client(rooms, host)
    const { items } = await calls.links({ params: { id: roomId } })
    expect(items.find((one) => one.linkId === linkId)).toMatchObject({ token, uses: 1, revokedAt: null })
    const uses = await calls.linkUses({ params: { id: roomId, linkId } })
    expect(uses).toMatchObject({ recordCount: 1, items: [{ name: '张先生', ip: '127.0.0.1' }] })
    expect(await come(token, { resumeToken })).toMatchObject({
      participantId: (await client.until('snapshot')).room.me.id,
    })
    await client.leave()
  })

  it('enters with two hundred others by one link at the same time, each as a separate person', async () => {
    const { token, linkId } = await link()
    const guests = await Promise.all(Array.from({ length: 200 }, (_, index) => come(token, { name: `来宾${index}` })))
    expect(new Set(guests.map(({ participantId }) => participantId)).size).toBe(200)
    expect(new Set(guests.map(({ ticket }) => ticket)).size).toBe(200)
    const calls = platform.client(rooms, host)
    const { items } = await calls.links({ params: { id: roomId } })
    expect(items.find((one) => one.linkId === linkId)).toMatchObject({ uses: 200 })
    expect(await calls.linkUses({ params: { id: roomId, linkId } })).toMatchObject({ recordCount: 200 })
  })

  it('is refused with an unknown, expired or revoked link, and removed when it is revoked', async () => {
    expect(await refusal(come('x'.repeat(43)))).toMatchObject({ errorCode: 370102 })
    const brief = await link('viewer', platform.now + 1000)
    await come(brief.token)
    platform.now += 1000
    expect(await refusal(come(brief.token))).toMatchObject({ errorCode: 370102 })
    const taken = await link()
    const { ticket, socketPath } = await come(taken.token)
    const client = await stage.connect(`${socketPath}?ticket=${ticket}`)
    await client.until('snapshot')
    await platform.client(rooms, host).revokeLink({ params: { id: roomId, linkId: taken.linkId } })
    expect(await client.closed()).toBe(4002)
    expect(await refusal(come(taken.token))).toMatchObject({ errorCode: 370102 })
  })

  it('loses the place on the stage when the link is revoked', async () => {
    const { token, linkId } = await link('lecturer')
    const { ticket, socketPath, participantId } = await come(token)
    const client = await stage.connect(`${socketPath}?ticket=${ticket}`)
    await client.until('snapshot')
    const seats = () =>
      roomsTables(platform.db)
        .selectFrom('rooms.seat')
        .select('participant_id')
        .where('participant_id', '=', participantId)
        .execute()
    await client.request('stage.enter', {})
    expect(await seats()).toHaveLength(1)
    await platform.client(rooms, host).revokeLink({ params: { id: roomId, linkId } })
    expect(await seats()).toEqual([])
    expect(await client.closed()).toBe(4002)
  })

  it('has no access elsewhere: neither the ticket nor the resume token is an access token', async () => {
    const { token } = await link('lecturer')
    const { ticket, resumeToken } = await come(token)
    for (const bearer of [ticket, resumeToken ?? '', token])
      for (const url of [
        `/api/v1/rooms/${roomId}/attendance`,
        `/api/v1/rooms/${roomId}/links`,
        '/api/v1/human/member/current',
      ]) {
        const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })
        expect(answer.statusCode, url).toBe(401)
      }
  })

  it('leaves for good', async () => {
    const { token } = await link()
    const { ticket, socketPath, resumeToken, participantId } = await come(token)
    const client = await stage.connect(`${socketPath}?ticket=${ticket}`)
    await client.until('snapshot')
    const calls = platform.client(rooms)
    await calls.guestLeave({ body: { resumeToken: resumeToken ?? '' } })
    expect(await client.closed()).toBe(4002)
    expect(await refusal(calls.guestLeave({ body: { resumeToken: resumeToken ?? '' } }))).toMatchObject({
      errorCode: 370102,
    })
    expect((await come(token, { resumeToken })).participantId).not.toBe(participantId)
  })

  it('receives a message when the room has ended, after a removal, and without an engine', async () => {
    const { token } = await link()
    const gone = await come(token)
    const client = await stage.connect(`${gone.socketPath}?ticket=${gone.ticket}`)
    await client.until('snapshot')
    stage.engine.signalling = 'vendor'
    stage.engine.isDown = true
    expect(await refusal(come(token))).toMatchObject({ errorCode: 370106 })
    stage.engine.isDown = false
    stage.engine.signalling = 'platform'
    const over = await stage.room(host)
    const made = await platform.client(rooms, host).createLink({
      ...{ params: { id: over }, body: { role: 'viewer', label: '学员', expiresAt: null } },
    })
    const leader = await stage.enter(over, host)
    const joined = await come(made.token)
    await leader.request('room.remove', { participantId: joined.participantId })
    expect(await refusal(come(made.token, { resumeToken: joined.resumeToken }))).toMatchObject({ errorCode: 370103 })
    await leader.request('room.end', {})
    expect(await refusal(come(made.token))).toMatchObject({ errorCode: 370101 })
    const late = { params: { id: over }, body: { role: 'viewer' as const, label: '学员', expiresAt: null } }
    expect(await refusal(platform.client(rooms, host).createLink(late))).toMatchObject({ errorCode: 370101 })
    await Promise.all([leader.leave(), client.leave()])
  })

  it('cannot read or revoke links without managing the room', async () => {
    const calls = platform.client(rooms, learner)
    const params = { id: roomId }
    expect(await refusal(calls.links({ params }))).toMatchObject({ errorCode: 900005 })
    const body = { role: 'host' as const, label: 'x', expiresAt: null }
    expect(await refusal(calls.createLink({ params, body }))).toMatchObject({ errorCode: 900005 })
    const missing = { params: { id: roomId, linkId: uuid() } }
    expect(await refusal(platform.client(rooms, host).revokeLink(missing))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls.linkUses(missing))).toMatchObject({ errorCode: 900005 })
    // A manager of one room cannot read the links of another room by their ids.
    const [here, elsewhere] = [await stage.room(host), await stage.room(host)]
    const link = await platform.client(rooms, host).createLink({
      params: { id: here },
      body: { role: 'viewer', label: '嘉宾', expiresAt: null },
    })
    const guest = { token: link.token, name: '访客', device: 'd-1' }
    await platform.client(rooms).guestJoin({ body: guest })
    const usesIn = (id: string) => platform.client(rooms, host).linkUses({ params: { id, linkId: link.linkId } })
    expect((await usesIn(here)).recordCount).toBe(1)
    expect(await usesIn(elsewhere)).toEqual({ items: [], recordCount: 0 })
  })
})
