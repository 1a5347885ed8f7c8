/** The stage: its people, its leaders, and their audio and video. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { race } from '#test/race.ts'
import { roomsTables } from './db.ts'
import { releaseSeats } from './jobs.ts'
import { type RoomClient, roomStage } from './room.fixture.ts'

const stage = roomStage()
const { platform, engine } = stage
let host: BuiltMember

beforeAll(async () => {
  host = await stage.member('host', '周敏')
})

async function opened(count: number, mode: 'video' | 'interactive' = 'interactive') {
  const roomId = await stage.room(host, { mode })
  const leader = await stage.enter(roomId, host)
  const viewers: RoomClient[] = []
  for (let index = 0; index < count; index++) viewers.push(await stage.enter(roomId, await stage.member()))
  const end = () => Promise.all([leader, ...viewers].map((one) => one.leave()))
  return { roomId, leader, viewers, end }
}

describe('the stage', () => {
  it('is joined by a raised hand and an invitation, and left again', async () => {
    const { leader, viewers, end } = await opened(2)
    const viewer = viewers[0] as RoomClient
    await viewer.request('stage.raiseHand', {})
    const { person } = await leader.until('person', (event) => event.person.handAt !== null)
    expect(person.id).toBe(viewer.participantId)
    expect((await viewer.refusal('stage.accept', {})).code).toBe(370108)
    // Only a moderator lowers another person's hand.
    const neighbor = viewers[1] as RoomClient
    const hand = { participantId: viewer.participantId }
    expect((await neighbor.refusal('stage.lowerHand', hand)).code).toBe(10138)
    leader.forget()
    await leader.request('stage.lowerHand', hand)
    await leader.until('person', (event) => event.person.id === viewer.participantId && event.person.handAt === null)
    await leader.request('stage.invite', { participantId: viewer.participantId })
    await viewer.until('invited', ({ by }) => by === '周敏')
    expect(await viewer.request('stage.accept', {})).toMatchObject({ seat: 1 })
    await leader.until('stage', ({ seats }) => seats.length === 2)
    await leader.request('stage.mute', { participantId: viewer.participantId, medium: 'audio', muted: true })
    await viewer.until('stage', ({ seats }) => seats.some(({ audioMuted }) => audioMuted))
    leader.forget()
    await leader.request('stage.remove', { participantId: viewer.participantId })
    await leader.until('stage', ({ seats }) => seats.length === 1)
    await leader.request('stage.invite', { participantId: viewer.participantId })
    await viewer.request('stage.decline', {})
    expect((await viewer.refusal('stage.accept', {})).code).toBe(370108)
    await end()
  })

  it('[LIVE-040] accepts six people besides the host, however many accept at once', async () => {
    const { leader, viewers, end } = await opened(20)
    const begin = () =>
      Promise.all(viewers.map((one) => leader.request('stage.invite', { participantId: one.participantId })))
    // Two hundred attempts: each of twenty people ten times at once.
    const accept = (index: number) => (viewers[Math.floor(index / 10)] as RoomClient).request('stage.accept', {})
    const { answers, refused } = await race(platform, 200, accept, { begin })
    expect(new Set(answers.map(({ seat }) => seat))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(refused[370104]).toBeGreaterThan(0)
    // Only the first attempt of a person on the stage succeeds; other attempts get the full-stage refusal or the rate
    // limit.
    expect(Object.keys(refused).filter((code) => !['370104', '370108', '900008'].includes(code))).toEqual([])
    const { count } = await roomsTables(platform.db)
      .selectFrom('rooms.seat')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('room_id', '=', leader.snapshot.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(7)
    await end()
  })

  it('has one place in audio and video rooms', async () => {
    const { leader, viewers, end } = await opened(1, 'video')
    expect((await (viewers[0] as RoomClient).refusal('stage.raiseHand', {})).code).toBe(370117)
    expect(leader.snapshot).toMatchObject({ seatsMax: 1, seats: [{ number: 0, name: '周敏' }] })
    await end()
  })

  it('lets lecturers enter without an invitation, and viewers not', async () => {
    const { roomId, viewers, end } = await opened(1)
    const lecturer = await stage.enter(roomId, await stage.member('lecturer'))
    expect(await lecturer.request('stage.enter', {})).toMatchObject({ seat: 1 })
    await lecturer.request('stage.leave', {})
    expect((await (viewers[0] as RoomClient).refusal('stage.enter', {})).code).toBe(10138)
    await lecturer.leave()
    await end()
  })

  it('keeps a place while its browser reconnects, and frees it if it does not', async () => {
    const { roomId, leader, end } = await opened(0)
    const member = await stage.member('lecturer')
    const lecturer = await stage.enter(roomId, member)
    await lecturer.request('stage.enter', {})
    const { sequence } = lecturer.snapshot
    lecturer.socket.terminate()
    await leader.until('stage', ({ seats }) => seats.some(({ number, online }) => number === 1 && !online))
    const back = await stage.enter(roomId, member, { after: sequence })
    await back.until('stage', ({ seats }) => seats.some(({ participantId }) => participantId === back.participantId))
    leader.forget()
    await back.leave()
    await leader.until('stage', ({ seats }) => seats.some(({ number, online }) => number === 1 && !online))
    leader.forget()
    platform.now += 130_000
    await releaseSeats(roomsTables(platform.db), platform.now)
    await leader.until('stage', ({ seats }) => seats.length === 1)
    await end()
  })
})

describe('who leads', () => {
  it('moves to another host, and the previous host becomes a lecturer', async () => {
    const { leader, viewers, end } = await opened(1)
    const next = viewers[0] as RoomClient
    await leader.request('room.handOver', { participantId: next.participantId })
    await next.until('host', ({ hostId }) => hostId === next.participantId)
    await next.until('may', ({ may }) => may.includes('room.end'))
    expect((await leader.refusal('room.end', {})).code).toBe(10138)
    await leader.until('stage', ({ seats }) =>
      seats.some(({ number, participantId }) => number === 0 && participantId === next.participantId),
    )
    await end()
  })

  it('keeps the host’s place while the browser is gone; after a minute a lecturer may take over', async () => {
    const { roomId, leader } = await opened(0)
    const lecturer = await stage.enter(roomId, await stage.member('lecturer'))
    expect(await lecturer.refusal('room.takeOver', {})).toMatchObject({ code: 370116, data: { seconds: 60 } })
    leader.socket.terminate()
    await lecturer.until('host', ({ hostAwaySince }) => hostAwaySince !== null)
    expect((await lecturer.refusal('room.takeOver', {})).code).toBe(370116)
    platform.now += 61_000
    await lecturer.request('room.takeOver', {})
    await lecturer.until('host', ({ hostId }) => hostId === lecturer.participantId)
    // The previous host comes back as a lecturer.
    const back = await stage.enter(roomId, host)
    expect(back.snapshot).toMatchObject({ hostId: lecturer.participantId, me: { role: 'lecturer' } })
    await Promise.all([back.leave(), lecturer.leave()])
  })
})

describe('audio and video', () => {
  it('are sent only from the stage, whatever a viewer requests', async () => {
    const { leader, viewers, end } = await opened(1)
    const viewer = viewers[0] as RoomClient
    const before = engine.calls.length
    expect((await viewer.refusal('media.publish', { source: 'camera' })).code).toBe(370105)
    expect((await viewer.refusal('media.publish', { source: 'screen', offer: 'v=0' })).code).toBe(370105)
    expect((await viewer.refusal('media.answer', { peerId: 'peer-1', sdp: 'v=0' })).code).toBe(900005)
    const state = { microphone: true, camera: true, screen: true }
    expect((await viewer.refusal('media.state', state)).code).toBe(370105)
    expect(engine.calls.slice(before).filter((call) => call.startsWith('publish'))).toEqual([])
    const { peerId } = await leader.request('media.publish', { source: 'camera' })
    await leader.request('media.answer', { peerId: peerId ?? '', sdp: 'v=0' })
    const { feeds } = await viewer.until('feeds', (event) => event.feeds.length > 0)
    const offer = await viewer.request('media.subscribe', { feeds: feeds.map(({ id }) => id) })
    await viewer.request('media.answer', { peerId: offer.peerId, sdp: 'v=0' })
    // Nobody can use another person's peer.
    expect((await viewer.refusal('media.answer', { peerId: peerId ?? '', sdp: 'v=0' })).code).toBe(900005)
    await end()
  })

  it('end on the server after a person leaves the stage', async () => {
    const { roomId, leader, end } = await opened(0)
    const lecturer = await stage.enter(roomId, await stage.member('lecturer'))
    await lecturer.request('stage.enter', {})
    const { peerId } = await lecturer.request('media.publish', { source: 'camera' })
    expect(engine.published.has(peerId ?? '')).toBe(true)
    await leader.request('stage.remove', { participantId: lecturer.participantId })
    await lecturer.until('stage', ({ seats }) => seats.length === 1)
    await expect.poll(() => engine.published.has(peerId ?? '')).toBe(false)
    expect((await lecturer.refusal('media.publish', { source: 'camera' })).code).toBe(370105)
    await lecturer.leave()
    await end()
  })

  it('report a missing engine, and come back', async () => {
    const { roomId, leader, end } = await opened(0)
    engine.isDown = true
    expect((await leader.refusal('media.publish', { source: 'camera' })).code).toBe(370106)
    engine.isDown = false
    await leader.request('media.publish', { source: 'camera' })
    engine.emit(roomId, { name: 'down', roomId })
    await leader.until('engine', ({ state }) => state === 'down')
    engine.emit(roomId, { name: 'back', roomId })
    await leader.until('engine', ({ state }) => state === 'back')
    engine.publishersMax = 0
    expect((await leader.refusal('media.publish', { source: 'screen' })).code).toBe(370104)
    engine.publishersMax = 7
    await end()
  })

  it('switch to the stream in a large room, which starts at a key piece', async () => {
    const roomId = await stage.room(host, { settings: { rtcViewersMax: 1 } })
    const leader = await stage.enter(roomId, host)
    const viewer = await stage.enter(roomId, await stage.member())
    await viewer.until('viewing', ({ viewing }) => viewing === 'stream')
    expect((await viewer.refusal('media.subscribe', { feeds: ['x:camera'] })).code).toBe(370115)
    await leader.request('media.publish', { source: 'camera' })
    await viewer.until('feeds', ({ feeds }) => feeds.length > 0)
    const { path } = await viewer.request('media.stream', {})
    const pieces: Buffer[] = []
    const sinks = engine.sinks.length
    const watching = await stage.connect(path).catch((error: unknown) => error)
    if (watching instanceof Error) throw watching
    const { socket } = watching as RoomClient
    socket.removeAllListeners('message')
    socket.on('message', (data) => pieces.push(data as Buffer))
    await expect.poll(() => engine.sinks.length).toBe(sinks + 1)
    const sink = engine.sinks.at(-1)
    sink?.start('video/webm;codecs=vp8,opus', Buffer.from('head'))
    sink?.data(Buffer.from('late'), false)
    sink?.data(Buffer.from('key'), true)
    sink?.data(Buffer.from('more'), false)
    await expect.poll(() => pieces.length).toBe(4)
    expect(pieces.slice(1).map((piece) => piece.toString('latin1'))).toEqual(['\0head', '\x02key', '\x01more'])
    socket.close()
    await expect.poll(() => engine.calls.some((call) => call.startsWith('unstream'))).toBe(true)
    await Promise.all([leader.leave(), viewer.leave()])
  })
})
