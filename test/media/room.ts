/** An engine of a test's own, with bots for its people. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import nodeDatachannel from 'node-datachannel'
import { afterAll, afterEach } from 'vitest'
import { createEmbedded, type EmbeddedEngine } from '#modules/live/engines/server/embedded/engine.ts'
import type {
  EngineEvent,
  FeedSource,
  LiveEngine,
  PublishStep,
  RoomOptions,
} from '#modules/live/engines/server/engine.ts'
import type { TestPlatform } from '#test/harness.ts'
import { PublisherBot, type PublisherOptions, ViewerBot } from './bot.ts'
import { type Relay, throughRelay } from './relay.ts'

const patienceMs = 30_000

/** Waits until it is so; fails with what was seen last. */
export async function until<T>(look: () => T | Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > deadline) throw new Error(`it did not come to be: ${JSON.stringify(seen)}`)
    await wait(25)
  }
}

/** Until something is done that may fail at first. */
export function untilDone<T>(work: () => Promise<T>): Promise<T | undefined> {
  return until(
    () => work().catch(() => undefined),
    (seen) => seen !== undefined,
  )
}

/**
 * A browser whose connection fails begins again, and so do the bots: on a machine that is very busy, the media library
 * may shake hands with a peer in the moment before it has noted the peer's answer, and refuses it.
 */
async function persistent<T>(connect: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect()
    } catch (error) {
      if (attempt === 3 || !(error instanceof Error && /the bot/.test(error.message))) throw error
    }
  }
}

function offerOf(step: PublishStep): { peerId: string; offer: string } {
  if ('offer' in step) return step
  throw new Error('the engine made no offer')
}

const options: RoomOptions = { companyId: randomUUID(), mode: 'video', publishersMax: 7, videoKbps: 800, record: false }

export class TestRoom {
  readonly engine: LiveEngine
  readonly id: string
  readonly events: EngineEvent[] = []
  readonly people: (PublisherBot | ViewerBot)[] = []
  readonly stop: () => void
  relay: Relay | undefined

  constructor(engine: LiveEngine, id: string = randomUUID()) {
    this.engine = engine
    this.id = id
    this.stop = engine.on(id, (event) => this.events.push(event))
  }

  open(changed: Partial<RoomOptions> = {}): Promise<void> {
    return this.engine.open(this.id, { ...options, ...changed })
  }

  /** Publishes, and sends from now on. */
  async publish(participantId: string, source: FeedSource = 'camera', how: PublisherOptions = {}) {
    const bot = await persistent(async () => {
      const { peerId, offer } = offerOf(await this.engine.publish(this.id, { participantId, source }))
      const attempt = new PublisherBot(how)
      this.people.push(attempt)
      await this.engine.answer(this.id, peerId, await attempt.answer(this.through(offer)))
      await attempt.start()
      return attempt
    })
    await until(
      () => this.feedIds(),
      (ids) => ids.includes(`${participantId}:${source}`),
    )
    return bot
  }

  async subscribe(participantId: string, feeds: readonly string[]) {
    return persistent(async () => {
      const { peerId, offer } = await this.engine.subscribe(this.id, { participantId, feeds })
      const bot = new ViewerBot()
      this.people.push(bot)
      await this.engine.answer(this.id, peerId, await bot.answer(this.through(offer)))
      await bot.connected()
      return bot
    })
  }

  async feedIds(): Promise<string[]> {
    return (await this.engine.status(this.id)).feeds.map(({ id }) => id)
  }

  private through(offer: string): string {
    return this.relay ? throughRelay(offer, this.relay) : offer
  }
}

/** Rooms on engines that end with the file's tests. */
export function testRooms(platform: TestPlatform) {
  const engines: EmbeddedEngine[] = []
  const rooms: TestRoom[] = []
  afterEach(async () => {
    for (const room of rooms.splice(0)) {
      room.stop()
      for (const bot of room.people) bot.close()
      room.relay?.stop()
      await room.engine.end(room.id).catch(() => {})
    }
  })
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.stop()))
    // Its threads would keep the test's own thread from ending.
    nodeDatachannel.cleanup()
  })
  return {
    /** A server process' engine. Those of one host share an engine process. */
    engine(host: string = randomUUID()): EmbeddedEngine {
      const engine = createEmbedded(platform.outside, platform.db, host)
      engines.push(engine)
      return engine
    },
    room(engine: LiveEngine, id?: string): TestRoom {
      const room = new TestRoom(engine, id)
      rooms.push(room)
      return room
    },
  }
}

/** What the tests of one engine share. */
export interface MediaTest {
  readonly platform: TestPlatform
  readonly media: ReturnType<typeof testRooms>
  readonly host: string
  /** A server process on the host that all tests share. */
  readonly engine: () => EmbeddedEngine
}
