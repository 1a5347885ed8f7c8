import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { type EngineEvent, EngineRefused, EngineUnavailable, StageFull } from './engine.ts'
import { createJanus, type JanusEngine } from './janus.ts'
import { FakeJanus } from './janus-fake.ts'
import type { JanusTuning } from './janus-state.ts'

const platform = testPlatform()
const recordings = mkdtempSync(join(tmpdir(), 'shuyuan-recordings-'))
const options = { companyId: randomUUID(), mode: 'video', publishersMax: 7, videoKbps: 800, record: true } as const
const offer = 'v=0'

let fake: FakeJanus
let url: string
let roomId: string
const engines: JanusEngine[] = []

function newEngine(tuning: JanusTuning = {}, secrets: { apiSecret?: string; adminKey?: string } = {}): JanusEngine {
  const { config } = platform.outside
  const janus = { url, apiSecret: fake.apiSecret, adminKey: fake.adminKey, recordings, ...secrets }
  const outside = { ...platform.outside, config: { ...config, live: { ...config.live, janus } } }
  const engine = createJanus(outside, platform.db, { patienceMs: 15_000, reconnectAfterMs: [20], ...tuning })
  engines.push(engine)
  return engine
}
const publish = (engine: JanusEngine, participantId: string, source: 'camera' | 'screen' = 'camera') =>
  engine.publish(roomId, { participantId, source, offer })
const recordEvents = (engine: JanusEngine) => {
  const events: EngineEvent[] = []
  engine.on(roomId, (event) => events.push(event))
  return events
}
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

beforeEach(async () => {
  fake = new FakeJanus()
  url = await fake.listen()
  roomId = randomUUID()
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await fake.close()
  expect(fake.faults).toEqual([])
})
afterAll(() => rmSync(recordings, { recursive: true }))

describe('rooms in Janus', () => {
  it('are made once, refuse everybody without their secrets, and have secrets of their own', async () => {
    const engine = newEngine()
    await engine.open(roomId, options)
    await engine.open(roomId, options)
    const other = randomUUID()
    await newEngine().open(other, options)
    await newEngine().open(other, options)
    const [one, two] = [fake.rooms.get(roomId), fake.rooms.get(other)]
    expect(one?.created).toMatchObject({ record: true, lock_record: true, is_private: true, bitrate: 800_000 })
    expect(new Set([one?.secret, one?.pin, two?.secret, two?.pin]).size).toBe(4)
    // Janus writes there under another account of the group.
    expect(one?.created.rec_dir).toBe(join(recordings, roomId))
    expect(statSync(join(recordings, roomId)).mode & 0o7777).toBe(0o2770)
  })

  it('know the published feeds, whichever process asks', async () => {
    const [engine, second] = [newEngine(), newEngine()]
    const events = recordEvents(second)
    await engine.open(roomId, options)
    expect(await engine.publish(roomId, { participantId: 'host', source: 'camera' })).toEqual({ needs: 'offer' })
    const step = await publish(engine, 'host')
    expect(step).toMatchObject({ answer: 'v=0' })
    expect((await second.status(roomId)).feeds).toMatchObject([{ id: 'host:camera', audio: true, video: true }])
    await engine.mute(roomId, 'host:camera', 'video', true)
    await until(async () => expect((await second.status(roomId)).feeds).toMatchObject([{ videoMuted: true }]))
    const viewer = await second.subscribe(roomId, { participantId: 'v1', feeds: ['host:camera'] })
    await second.answer(roomId, viewer.peerId, 'v=0')
    expect(await second.status(roomId)).toMatchObject({ receivers: 1, recording: true })
    await engine.closePeer(roomId, 'peerId' in step ? step.peerId : '')
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'unpublished', feed: { id: 'host:camera' } }))
  })

  it('name the piece that a feed is recorded to, with the secret that Janus requires', async () => {
    const engine = newEngine()
    await engine.open(roomId, options)
    platform.now = 1_700_000_000_000
    await publish(engine, 'host')
    const configure = fake.requests.find(
      ({ body }) => (body as { request?: string } | undefined)?.request === 'configure',
    )
    expect(configure?.body).toMatchObject({ record: true, filename: 'host.camera.1700000000000' })
  })

  it('leave no handle behind when they end, and are not opened again afterwards', async () => {
    const engine = newEngine()
    await engine.open(roomId, options)
    await publish(engine, 'host')
    await engine.subscribe(roomId, { participantId: 'v1', feeds: ['host:camera'] })
    await engine.status(roomId)
    await engine.end(roomId)
    await engine.end(roomId)
    await until(() => expect([...fake.handles.values()].map(({ opaqueId }) => opaqueId)).toEqual([]))
    await expect(publish(engine, 'host')).rejects.toThrow(EngineUnavailable)
    await expect(newEngine().status(roomId)).rejects.toThrow(EngineUnavailable)
  })
})

describe('the stage', () => {
  it('never exceeds its limit of people, even if many come at once', async () => {
    const [engine, second] = [newEngine(), newEngine()]
    await engine.open(roomId, options)
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => publish(index % 2 ? engine : second, `p${index}`)),
    )
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(193)
    for (const error of refused) expect(error).toBeInstanceOf(StageFull)
    const there = [...fake.handles.values()].filter(({ feed }) => feed?.endsWith(':camera'))
    await until(() => expect(there.filter((one) => [...fake.handles.values()].includes(one))).toHaveLength(7))
  })

  it('counts people, not their feeds', async () => {
    const engine = newEngine()
    await engine.open(roomId, { ...options, publishersMax: 2 })
    for (const person of ['host', 'c1']) {
      await publish(engine, person)
      await publish(engine, person, 'screen')
    }
    await expect(publish(engine, 'c2')).rejects.toThrow(StageFull)
    await engine.drop(roomId, 'c1')
    await publish(engine, 'c2')
  })

  it('frees a place if its peer never connects', async () => {
    const engine = newEngine({ connectMs: 50 })
    await engine.open(roomId, { ...options, publishersMax: 1 })
    const events = recordEvents(engine)
    await publish(engine, 'gone')
    const lost = { name: 'peer-lost', participantId: 'gone' }
    await until(() => expect(events).toContainEqual(expect.objectContaining(lost)))
    await until(async () => expect(await publish(engine, 'host')).toMatchObject({ answer: 'v=0' }))
    fake.say(fake.handleOf('host'), { janus: 'webrtcup' })
    await until(async () => expect((await engine.status(roomId)).feeds).toMatchObject([{ id: 'host:camera' }]))
  })

  it('reports a lost peer, but no peer that somebody closed', async () => {
    const engine = newEngine()
    await engine.open(roomId, options)
    const events = recordEvents(engine)
    await publish(engine, 'host')
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'published' }))
    const { peerId } = await engine.subscribe(roomId, { participantId: 'v1', feeds: ['host:camera'] })
    const second = await engine.subscribe(roomId, { participantId: 'v2', feeds: ['host:camera'] })
    await engine.closePeer(roomId, second.peerId)
    fake.say(fake.handleOf('v1'), { janus: 'hangup', reason: 'ICE failed' })
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'peer-lost', peerId, participantId: 'v1' }))
    expect(events.filter(({ name }) => name === 'peer-lost')).toHaveLength(1)
  })

  it('refuses invalid ids, and more peers than anybody needs', async () => {
    const engine = newEngine()
    await engine.open(roomId, options)
    await expect(publish(engine, '../x')).rejects.toThrow(EngineRefused)
    await expect(publish(engine, '~observer')).rejects.toMatchObject({ reason: 'bad-id' })
    await publish(engine, 'host')
    const watch = () => engine.subscribe(roomId, { participantId: 'v1', feeds: ['host:camera'] })
    for (let index = 0; index < 32; index++) await watch()
    await expect(watch()).rejects.toMatchObject({ reason: 'too-many-peers' })
    await expect(engine.subscribe(roomId, { participantId: 'v2', feeds: ['v9:camera'] })).rejects.toMatchObject({
      reason: 'no-feed',
    })
  })
})

describe('a failing Janus', () => {
  it('is unavailable without a valid answer, and then is there again', async () => {
    const engine = newEngine({ patienceMs: 500 })
    await engine.open(roomId, options)
    for (const nonsense of [undefined, '<html>', '[]', '{"janus":1}', 'null']) {
      fake.spoilt.set('configure', nonsense)
      await expect(publish(engine, 'host')).rejects.toThrow(EngineUnavailable)
    }
    fake.spoilt.clear()
    await until(async () => expect(await publish(engine, 'host')).toMatchObject({ answer: 'v=0' }))
  })

  it('keeps its peers after a short break, because the session is claimed again', async () => {
    const engine = newEngine()
    const events = recordEvents(engine)
    await engine.open(roomId, options)
    await publish(engine, 'host')
    await until(() => expect(events).toHaveLength(1))
    const [session] = [...fake.sessions.keys()]
    fake.breakConnections()
    await until(async () => expect((await engine.status(roomId)).feeds).toHaveLength(1))
    expect([...fake.sessions.keys()]).toEqual([session])
    expect(events.map(({ name }) => name)).toEqual(['published'])
  })

  it('gets its rooms again after it has forgotten everything, and all peers start again', async () => {
    const engine = newEngine()
    const events = recordEvents(engine)
    await engine.open(roomId, options)
    await publish(engine, 'host')
    await until(() => expect(events).toHaveLength(1))
    fake.forget()
    fake.breakConnections()
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'back' }))
    expect(events.map(({ name }) => name)).toEqual(['published', 'down', 'unpublished', 'back'])
    expect(fake.rooms.has(roomId)).toBe(true)
    await publish(engine, 'host')
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'published' }))
  })

  it('gets a single lost room again at the next request', async () => {
    const engine = newEngine()
    await engine.open(roomId, options)
    fake.rooms.clear()
    await publish(engine, 'host')
    expect(fake.rooms.has(roomId)).toBe(true)
  })

  it('is reported as down, with the reason', async () => {
    const engine = newEngine()
    expect(await engine.health()).toMatchObject({ state: 'ok', detail: 'Janus 1.1.2' })
    fake.plugins = {}
    expect(await engine.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('videoroom') })
    expect(await newEngine({}, { apiSecret: 'guessed' }).health()).toMatchObject({
      state: 'down',
      detail: expect.stringContaining('JANUS_API_SECRET'),
    })
    await fake.close()
    expect(await newEngine().health()).toMatchObject({ state: 'down' })
    await expect(newEngine().open(roomId, options)).rejects.toThrow(EngineUnavailable)
  })

  it('makes no rooms if it does not know our key', async () => {
    await expect(newEngine({}, { adminKey: 'guessed' }).open(roomId, options)).rejects.toThrow('433')
    expect(fake.rooms.size).toBe(0)
  })
})

describe('pieces of recordings', () => {
  it('are the files that Janus wrote for a feed, with the time of the first packet', async () => {
    const folder = join(recordings, roomId)
    mkdirSync(folder, { recursive: true })
    const write = (name: string, header?: object) => {
      const text = Buffer.from(JSON.stringify(header ?? {}))
      const length = Buffer.alloc(2)
      length.writeUInt16BE(text.length)
      const rest = header ? [length, text, Buffer.from('MEET')] : []
      writeFileSync(join(folder, name), Buffer.concat([Buffer.from('MJR00002'), ...rest]))
    }
    write('host.camera.1000-video-1.mjr', { t: 'v', c: 'vp8', u: 1_500_000 })
    write('host.camera.1000-audio-0.mjr', { t: 'a', c: 'opus', u: 1_200_000 })
    write('host.screen.2000-video-1.mjr', { t: 'v', c: 'vp8', u: 2_000_000 })
    write('c1.camera.3000-audio-0.mjr', { t: 'a', c: 'opus', u: 3_000_000 })
    // A file without packets; a file of another program; a file that is cut off in its first bytes.
    write('c2.camera.4000-audio-0.mjr')
    write('videoroom-1-user-2-audio-0.mjr', { t: 'a', c: 'opus', u: 1 })
    writeFileSync(join(folder, 'c3.camera.5000-audio-0.mjr'), 'MJR00002\u0000\u00ff{')
    const engine = newEngine()
    expect(await engine.recordings(roomId)).toMatchObject([
      { feedId: 'host:camera', path: join(folder, 'host.camera.1000-video-1.mjr'), container: 'mjr', startedAt: 1200 },
      { feedId: 'host:screen', startedAt: 2000, endedAt: expect.any(Number) },
      { feedId: 'c1:camera', path: join(folder, 'c1.camera.3000-audio-0.mjr'), startedAt: 3000 },
    ])
    expect(await engine.recordings(randomUUID())).toEqual([])
    await expect(engine.recordings('../../etc')).rejects.toThrow('no room id')
  })
})
