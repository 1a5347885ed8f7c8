/** The stage: who may sit there, who leads, who sends audio and video. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/build.ts'
import { race } from '#test/race.ts'
import { roomsTables } from './db.ts'
import { releaseSeats } from './jobs.ts'
import { roomStage, type Seated } from './room-fixture.ts'

const stage = roomStage()
const { platform, engine } = stage
let host: BuiltMember

beforeAll(async () => {
  host = await stage.member('host', '周敏')
})

async function opened(count: number, mode: 'video' | 'interactive' = 'interactive') {
  const roomId = await stage.room(host, { mode })
  const leader = await stage.enter(roomId, host)
  const viewers: Seated[] = []
  for (let index = 0; index < count; index++) viewers.push(await stage.enter(roomId, await stage.member()))
  const end = () => Promise.all([leader, ...viewers].map((one) => one.leave()))
  return { roomId, leader, viewers, end }
}

describe('the stage', () => {
  it('is come to by a raised hand and an invitation, and left again', async () => {
    const { leader, viewers, end } = await opened(2)
    const viewer = viewers[0] as Seated
    await viewer.ask('stage.raiseHand', {})
    const { person } = await leader.until('person', (event) => event.person.handAt !== null)
    expect(person.id).toBe(viewer.participantId)
    expect((await viewer.refusal('stage.accept', {})).code).toBe(370108)
    // The hand of somebody else is lowered by who leads, and by nobody beside.
    const neighbour = viewers[1] as Seated
    const hand = { participantId: viewer.participantId }
    expect((await neighbour.refusal('stage.lowerHand', hand)).code).toBe(10138)
    leader.forget()
    await leader.ask('stage.lowerHand', hand)
    await leader.until('person', (event) => event.person.id === viewer.participantId && event.person.handAt === null)
    await leader.ask('stage.invite', { participantId: viewer.participantId })
    await viewer.until('invited', ({ by }) => by === '周敏')
    expect(await viewer.ask('stage.accept', {})).toMatchObject({ seat: 1 })
    await leader.until('stage', ({ seats }) => seats.length === 2)
    await leader.ask('stage.mute', { participantId: viewer.participantId, medium: 'audio', muted: true })
    await viewer.until('stage', ({ seats }) => seats.some(({ audioMuted }) => audioMuted))
    leader.forget()
    await leader.ask('stage.remove', { participantId: viewer.participantId })
    await leader.until('stage', ({ seats }) => seats.length === 1)
    await leader.ask('stage.invite', { participantId: viewer.participantId })
    await viewer.ask('stage.decline', {})
    expect((await viewer.refusal('stage.accept', {})).code).toBe(370108)
    await end()
  })

  it('[LIVE-040] takes six beside the host, however many accept at once', async () => {
    const { leader, viewers, end } = await opened(20)
    const begin = () =>
      Promise.all(viewers.map((one) => leader.ask('stage.invite', { participantId: one.participantId })))
    // Two hundred attempts: each of twenty people ten times at once.
    const accept = (index: number) => (viewers[Math.floor(index / 10)] as Seated).ask('stage.accept', {})
    const { answers, refused } = await race(platform, 200, accept, { begin })
    expect(new Set(answers.map(({ seat }) => seat))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(refused[370104]).toBeGreaterThan(0)
    // Whoever sits there already is asked only once; everybody else hears that it is full, or is asked to slow down.
    expect(Object.keys(refused).filter((code) => !['370104', '370108', '900008'].includes(code))).toEqual([])
    const { count } = await roomsTables(platform.db)
      .selectFrom('rooms.seat')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('room_id', '=', leader.snapshot.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(7)
    await end()
  }, 60_000)

  it('has one seat in audio and video rooms', async () => {
    const { leader, viewers, end } = await opened(1, 'video')
    expect((await (viewers[0] as Seated).refusal('stage.raiseHand', {})).code).toBe(370117)
    expect(leader.snapshot).toMatchObject({ seatsMax: 1, seats: [{ number: 0, name: '周敏' }] })
    await end()
  })

  it('lets lecturers enter by themselves, and viewers not', async () => {
    const { roomId, viewers, end } = await opened(1)
    const lecturer = await stage.enter(roomId, await stage.member('lecturer'))
    expect(await lecturer.ask('stage.enter', {})).toMatchObject({ seat: 1 })
    await lecturer.ask('stage.leave', {})
    expect((await (viewers[0] as Seated).refusal('stage.enter', {})).code).toBe(10138)
    await lecturer.leave()
    await end()
  })

  it('keeps a seat while its browser comes back, and gives it up when it does not', async () => {
    const { roomId, leader, end } = await opened(0)
    const member = await stage.member('lecturer')
    const lecturer = await stage.enter(roomId, member)
    await lecturer.ask('stage.enter', {})
    const { sequence } = lecturer.snapshot
    lecturer.socket.terminate()
    await leader.until('stage', ({ seats }) => seats.some(({ number, online }) => number === 1 && !online))
    const back = await stage.enter(roomId, member, { after: sequence })
    await back.until('stage', ({ seats }) => seats.some(({ participantId }) => participantId === back.participantId))
    await back.leave()
    leader.forget()
    platform.now += 130_000
    await releaseSeats(roomsTables(platform.db), platform.now)
    await leader.until('stage', ({ seats }) => seats.length === 1)
    await end()
  })
})

describe('who leads', () => {
  it('hands over to somebody else, and teaches on', async () => {
    const { leader, viewers, end } = await opened(1)
    const next = viewers[0] as Seated
    await leader.ask('room.handOver', { participantId: next.participantId })
    await next.until('host', ({ hostId }) => hostId === next.participantId)
    await next.until('may', ({ may }) => may.includes('room.end'))
    expect((await leader.refusal('room.end', {})).code).toBe(10138)
    await leader.until('stage', ({ seats }) =>
      seats.some(({ number, participantId }) => number === 0 && participantId === next.participantId),
    )
    await end()
  })

  it('keeps the seat while the browser is gone; after a minute a lecturer may take over', async () => {
    const { roomId, leader } = await opened(0)
    const lecturer = await stage.enter(roomId, await stage.member('lecturer'))
    expect(await lecturer.refusal('room.takeOver', {})).toMatchObject({ code: 370116, data: { seconds: 60 } })
    leader.socket.terminate()
    await lecturer.until('host', ({ hostAwaySince }) => hostAwaySince !== null)
    expect((await lecturer.refusal('room.takeOver', {})).code).toBe(370116)
    platform.now += 61_000
    await lecturer.ask('room.takeOver', {})
    await lecturer.until('host', ({ hostId }) => hostId === lecturer.participantId)
    // The host of before comes back as one who teaches.
    const back = await stage.enter(roomId, host)
    expect(back.snapshot).toMatchObject({ hostId: lecturer.participantId, me: { role: 'lecturer' } })
    await Promise.all([back.leave(), lecturer.leave()])
  })
})

describe('audio and video', () => {
  it('are sent by nobody but the stage, whatever a viewer asks', async () => {
    const { leader, viewers, end } = await opened(1)
    const viewer = viewers[0] as Seated
    const before = engine.calls.length
    expect((await viewer.refusal('media.publish', { source: 'camera' })).code).toBe(370105)
    expect((await viewer.refusal('media.publish', { source: 'screen', offer: 'v=0' })).code).toBe(370105)
    expect((await viewer.refusal('media.answer', { peerId: 'peer-1', sdp: 'v=0' })).code).toBe(900005)
    const state = { microphone: true, camera: true, screen: true }
    expect((await viewer.refusal('media.state', state)).code).toBe(370105)
    expect(engine.calls.slice(before).filter((call) => call.startsWith('publish'))).toEqual([])
    const { peerId } = await leader.ask('media.publish', { source: 'camera' })
    await leader.ask('media.answer', { peerId: peerId ?? '', sdp: 'v=0' })
    const { feeds } = await viewer.until('feeds', (event) => event.feeds.length > 0)
    const offer = await viewer.ask('media.subscribe', { feeds: feeds.map(({ id }) => id) })
    await viewer.ask('media.answer', { peerId: offer.peerId, sdp: 'v=0' })
    // Somebody else's peer is nobody's.
    expect((await viewer.refusal('media.answer', { peerId: peerId ?? '', sdp: 'v=0' })).code).toBe(900005)
    await end()
  })

  it('end on the server for whoever leaves the stage', async () => {
    const { roomId, leader, end } = await opened(0)
    const lecturer = await stage.enter(roomId, await stage.member('lecturer'))
    await lecturer.ask('stage.enter', {})
    const { peerId } = await lecturer.ask('media.publish', { source: 'camera' })
    expect(engine.published.has(peerId ?? '')).toBe(true)
    await leader.ask('stage.remove', { participantId: lecturer.participantId })
    await lecturer.until('stage', ({ seats }) => seats.length === 1)
    await expect.poll(() => engine.published.has(peerId ?? '')).toBe(false)
    expect((await lecturer.refusal('media.publish', { source: 'camera' })).code).toBe(370105)
    await lecturer.leave()
    await end()
  })

  it('say when nothing carries them, and come back', async () => {
    const { roomId, leader, end } = await opened(0)
    engine.isDown = true
    expect((await leader.refusal('media.publish', { source: 'camera' })).code).toBe(370106)
    engine.isDown = false
    await leader.ask('media.publish', { source: 'camera' })
    engine.tell(roomId, { name: 'down', roomId })
    await leader.until('engine', ({ state }) => state === 'down')
    engine.tell(roomId, { name: 'back', roomId })
    await leader.until('engine', ({ state }) => state === 'back')
    engine.publishersMax = 0
    expect((await leader.refusal('media.publish', { source: 'screen' })).code).toBe(370104)
    engine.publishersMax = 7
    await end()
  })

  it('turn to the stream when the room is large, which begins at a key piece', async () => {
    const roomId = await stage.room(host, { settings: { rtcViewersMax: 1 } })
    const leader = await stage.enter(roomId, host)
    const viewer = await stage.enter(roomId, await stage.member())
    await viewer.until('viewing', ({ viewing }) => viewing === 'stream')
    expect((await viewer.refusal('media.subscribe', { feeds: ['x:camera'] })).code).toBe(370115)
    await leader.ask('media.publish', { source: 'camera' })
    await viewer.until('feeds', ({ feeds }) => feeds.length > 0)
    const { path } = await viewer.ask('media.stream', {})
    const pieces: Buffer[] = []
    const sinks = engine.sinks.length
    const watching = await stage.connect(path).catch((error: unknown) => error)
    if (watching instanceof Error) throw watching
    const { socket } = watching as Seated
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
