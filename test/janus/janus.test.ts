/** The real Janus with real peers. Skipped, with the reason in the title, where there is none. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { cleanup } from 'node-datachannel'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EngineEvent, type LiveEngine, StageFull } from '#modules/live/engines/server/engine.ts'
import { createJanus, type JanusEngine } from '#modules/live/engines/server/janus.ts'
import { recordingAsWebm } from '#modules/live/engines/server/janus-recordings.ts'
import { testPlatform } from '#test/harness.ts'
import { closeBots, publishBot, subscribeBot, TestPicture } from './bot.ts'
import { type RealJanus, startJanus, whyNot } from './server.ts'

const reason = whyNot()
vi.setConfig({ testTimeout: 60_000 })
const title = reason === undefined ? 'the real Janus' : `the real Janus (skipped: ${reason})`

/** What a player finds in a video, as ffprobe sees it. */
function tracksOf(file: string, stream: 'v:0' | 'a:0') {
  const asked = ['-v', 'error', '-select_streams', stream, '-show_streams', '-show_packets', '-of', 'json', file]
  const { streams, packets } = JSON.parse(execFileSync('ffprobe', asked).toString()) as {
    streams: { codec_name: string }[]
    packets: { pts_time: string; flags: string }[]
  }
  const isFirstWhole = packets[0]?.flags.includes('K') === true
  return { codec: streams[0]?.codec_name, times: packets.map(({ pts_time }) => Number(pts_time)), isFirstWhole }
}

describe.skipIf(reason !== undefined)(title, () => {
  const platform = testPlatform()
  const companyId = randomUUID()
  const options = { companyId, mode: 'video', publishersMax: 7, videoKbps: 800, record: true } as const
  const picture = new TestPicture()
  let janus: RealJanus
  let engine: JanusEngine
  const engines: JanusEngine[] = []

  /** An engine as a server process has it. */
  const newEngine = (): JanusEngine => {
    const { config } = platform.outside
    const live = { ...config.live, engine: 'janus' as const, janus: janus.config }
    const clock = { now: () => Date.now() }
    const made = createJanus({ ...platform.outside, clock, config: { ...config, live } }, platform.db)
    engines.push(made)
    return made
  }
  const heard = (of: LiveEngine, roomId: string): EngineEvent[] => {
    const events: EngineEvent[] = []
    of.on(roomId, (event) => events.push(event))
    return events
  }
  const roomAt = () => ({ roomId: randomUUID(), bind: janus.address, picture })
  /** Publishes, and waits until it can be watched. */
  const onStage = async (where: ReturnType<typeof roomAt>, participantId: string, by = engine) => {
    const publisher = await publishBot(by, where, participantId)
    await publisher.connected
    await until(async () => {
      const { feeds } = await engine.status(where.roomId)
      expect(feeds.map(({ id }) => id)).toContain(`${participantId}:camera`)
    })
  }
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })

  beforeAll(async () => {
    janus = await startJanus()
    await picture.start()
    engine = newEngine()
  })
  afterEach(() => {
    picture.sinks.clear()
    closeBots()
  })
  afterAll(async () => {
    for (const made of engines) await made.stop()
    picture.stop()
    await janus?.stop()
    cleanup()
  })

  it('carries a feed to two people, and says who is there', async () => {
    const where = roomAt()
    const events = heard(engine, where.roomId)
    await engine.open(where.roomId, options)
    await onStage(where, 'host')
    expect(events).toMatchObject([{ name: 'published', feed: { id: 'host:camera' } }])
    const viewers = await Promise.all(
      ['v1', 'v2'].map((viewer) => subscribeBot(engine, where, viewer, ['host:camera'])),
    )
    await Promise.all(viewers.map((viewer) => viewer.connected))
    await until(() => {
      for (const { packets } of viewers) {
        expect(packets[0]).toBeGreaterThan(30)
        expect(packets[1]).toBeGreaterThan(30)
      }
    })
    expect(await engine.status(where.roomId)).toMatchObject({
      feeds: [{ id: 'host:camera', participantId: 'host', audio: true, video: true, audioMuted: false }],
      receivers: 2,
      recording: true,
    })
    await engine.end(where.roomId)
    expect(await engine.health()).toMatchObject({ state: 'ok', rooms: 0 })
  })

  it('brings several feeds by one peer, in the order that was asked for', async () => {
    const where = roomAt()
    await engine.open(where.roomId, options)
    const [host, , screen] = await Promise.all([
      publishBot(engine, where, 'host'),
      publishBot(engine, where, 'c1'),
      publishBot(engine, where, 'host', 'screen'),
    ])
    await Promise.all([host.connected, screen.connected])
    await until(async () => expect((await engine.status(where.roomId)).feeds).toHaveLength(3))
    const asked = ['host:screen', 'c1:camera', 'host:camera']
    const viewer = await subscribeBot(engine, where, 'v1', asked)
    await viewer.connected
    await until(() => {
      expect(viewer.packets).toHaveLength(6)
      for (const count of viewer.packets) expect(count).toBeGreaterThan(10)
    })
    // Silenced at the engine, nothing of the medium comes any more; the rest does.
    await engine.mute(where.roomId, 'c1:camera', 'audio', true)
    const before = [...viewer.packets]
    await until(() => expect(viewer.packets[5]).toBeGreaterThan((before[5] ?? 0) + 25))
    expect(viewer.packets[2]).toBeLessThan((before[2] ?? 0) + 5)
    expect(viewer.packets[3]).toBeGreaterThan(before[3] ?? 0)
    expect((await engine.status(where.roomId)).feeds).toContainEqual(
      expect.objectContaining({ id: 'c1:camera', audioMuted: true, videoMuted: false }),
    )
    await engine.mute(where.roomId, 'c1:camera', 'audio', false)
    const silenced = viewer.packets[2] ?? 0
    await until(() => expect(viewer.packets[2]).toBeGreaterThan(silenced + 25))
    await engine.end(where.roomId)
  })

  it('lets as many people on stage as there are places, however many come at once, from whichever process', async () => {
    const where = roomAt()
    const second = newEngine()
    await engine.open(where.roomId, options)
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => publishBot(index % 2 ? engine : second, where, `p${index}`)),
    )
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
    expect(refused).toHaveLength(5)
    for (const error of refused) expect(error).toBeInstanceOf(StageFull)
    // A place that was given up is free, and a screen beside one's camera needs none.
    const [first] = attempts.flatMap((attempt, index) => (attempt.status === 'fulfilled' ? [index] : []))
    await engine.drop(where.roomId, `p${first}`)
    await publishBot(engine, where, 'late')
    await publishBot(second, where, 'late', 'screen')
    await expect(publishBot(engine, where, 'later')).rejects.toBeInstanceOf(StageFull)
    await engine.end(where.roomId)
  })

  it('sends a person away from every peer, those that another process made too', async () => {
    const where = roomAt()
    const second = newEngine()
    await engine.open(where.roomId, options)
    await onStage(where, 'host')
    const viewer = await subscribeBot(second, where, 'v1', ['host:camera'])
    await viewer.connected
    await until(() => expect(viewer.packets[1]).toBeGreaterThan(10))
    await engine.drop(where.roomId, 'v1')
    await until(async () => expect((await second.status(where.roomId)).receivers).toBe(0))
    await second.drop(where.roomId, 'host')
    await until(async () => expect((await engine.status(where.roomId)).feeds).toEqual([]))
    await engine.end(where.roomId)
  })

  it('takes the place of its own earlier peer: a page that was loaded again', async () => {
    const where = roomAt()
    const second = newEngine()
    await engine.open(where.roomId, options)
    await onStage(where, 'host')
    await onStage(where, 'host', second)
    await until(async () => expect((await engine.status(where.roomId)).feeds).toHaveLength(1))
    const viewer = await subscribeBot(engine, where, 'v1', ['host:camera'])
    await until(() => expect(viewer.packets[1]).toBeGreaterThan(10))
    await engine.end(where.roomId)
  })

  it('records each feed from its first packet on; the pieces become a video that plays', async () => {
    const where = roomAt()
    await engine.open(where.roomId, options)
    await onStage(where, 'host')
    const viewer = await subscribeBot(engine, where, 'v1', ['host:camera'])
    await until(() => expect(viewer.packets[1]).toBeGreaterThan(100))
    expect(await engine.recordings(where.roomId)).toMatchObject([{ feedId: 'host:camera', endedAt: null }])
    await engine.end(where.roomId)
    const [piece] = await engine.recordings(where.roomId)
    if (!piece) throw new Error('nothing was recorded')
    expect(piece).toMatchObject({ feedId: 'host:camera', container: 'mjr', endedAt: expect.any(Number) })
    const file = join(janus.config.recordings, `${where.roomId}.webm`)
    await recordingAsWebm(piece, file)
    const rate = ({ times }: { times: number[] }) => (times.length - 1) / ((times.at(-1) ?? 0) - (times[0] ?? 0))
    const [video, audio] = [tracksOf(file, 'v:0'), tracksOf(file, 'a:0')]
    expect([video.codec, audio.codec]).toEqual(['vp8', 'opus'])
    expect(rate(video)).toBeCloseTo(25, 0)
    expect(rate(audio)).toBeCloseTo(50, 0)
    expect(video.isFirstWhole).toBe(true)
    // What can be seen begins with the first whole picture: one comes each second.
    expect(video.times[0]).toBeLessThan(1.5)
    expect(video.times.at(-1)).toBeCloseTo(audio.times.at(-1) ?? 0, 0)
  })

  it('starts again after the death of Janus: rooms reopen, listeners are notified, recordings are kept', async () => {
    const where = roomAt()
    const events = heard(engine, where.roomId)
    await engine.open(where.roomId, options)
    await onStage(where, 'host')
    const viewer = await subscribeBot(engine, where, 'v1', ['host:camera'])
    await until(() => expect(viewer.packets[1]).toBeGreaterThan(100))
    await janus.kill()
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'down' }))
    expect(await engine.health()).toMatchObject({ state: 'down' })
    await janus.start()
    await until(() => expect(events.at(-1)).toMatchObject({ name: 'back' }))
    const [piece] = await engine.recordings(where.roomId)
    if (!piece) throw new Error('nothing was kept')
    const file = join(janus.config.recordings, `${where.roomId}.webm`)
    await recordingAsWebm(piece, file)
    expect(tracksOf(file, 'v:0').times.length).toBeGreaterThan(20)
    await onStage(where, 'host')
    const again = await subscribeBot(engine, where, 'v1', ['host:camera'])
    await until(() => expect(again.packets[1]).toBeGreaterThan(25))
    await engine.end(where.roomId)
  })

  it('refuses what is no description, a feed that nobody sends, and a peer that is gone', async () => {
    const where = roomAt()
    await engine.open(where.roomId, options)
    const publish = (offer: string) => engine.publish(where.roomId, { participantId: 'host', source: 'camera', offer })
    for (const offer of ['nonsense', '', 'v=0\r\n'.repeat(3)])
      await expect(publish(offer)).rejects.toMatchObject({ reason: 'bad-description' })
    await expect(engine.subscribe(where.roomId, { participantId: 'v1', feeds: ['host:camera'] })).rejects.toMatchObject(
      { reason: 'no-feed' },
    )
    // None of them kept a place.
    await onStage(where, 'host')
    expect((await engine.status(where.roomId)).feeds).toHaveLength(1)
    const { peerId } = await engine.subscribe(where.roomId, { participantId: 'v1', feeds: ['host:camera'] })
    await expect(engine.answer(where.roomId, peerId, 'nonsense')).rejects.toMatchObject({ reason: 'bad-description' })
    await engine.closePeer(where.roomId, peerId)
    await engine.closePeer(where.roomId, peerId)
    await expect(engine.answer(where.roomId, peerId, 'v=0')).rejects.toMatchObject({ reason: 'no-peer' })
    await expect(engine.answer(where.roomId, 'nonsense', 'v=0')).rejects.toMatchObject({ reason: 'no-peer' })
    await engine.end(where.roomId)
  })

  it('refuses whoever does not have its secrets', async () => {
    const { config } = platform.outside
    const wrong = { ...janus.config, apiSecret: 'guessed' }
    const live = { ...config.live, engine: 'janus' as const, janus: wrong }
    const stranger = createJanus({ ...platform.outside, config: { ...config, live } }, platform.db)
    engines.push(stranger)
    expect(await stranger.health()).toMatchObject({
      state: 'down',
      detail: expect.stringContaining('JANUS_API_SECRET'),
    })
    await expect(stranger.open(randomUUID(), options)).rejects.toThrow('403')
    const keyless = createJanus(
      {
        ...platform.outside,
        config: { ...config, live: { ...live, janus: { ...janus.config, adminKey: 'guessed' } } },
      },
      platform.db,
    )
    engines.push(keyless)
    await expect(keyless.open(randomUUID(), options)).rejects.toThrow('433')
  })
})
