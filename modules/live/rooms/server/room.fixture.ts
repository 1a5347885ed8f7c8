/** For tests of rooms: a platform with a kind of room of its own, people with real sockets, and a fake engine. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { v7 as uuid } from 'uuid'
import { beforeAll } from 'vitest'
import WebSocket from 'ws'
import { EngineUnavailable, type LiveEngine, StageFull, type StreamSink } from '#modules/live/engines/server.ts'
import { openRoom, roomKind, startRoom } from '#modules/live/rooms/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { type PlatformOptions, type TestPlatform, testPlatform } from '#test/harness.ts'
import type { RoomOp } from '../contract/policy.ts'
import type { RequestAnswer, RequestInput } from '../contract/requests.ts'
import type { RoomSnapshot } from '../contract/shapes.ts'
import type { RoomEvent } from '../contract/socket.ts'
import { rooms } from '../contract.ts'
import { useEngine } from './engine.ts'
import type { Timings } from './live/timings.ts'
import { addRoomSockets } from './socket.ts'

const quick: Timings = {
  ...{ batchMs: 5, largeBatchMs: 20, recountMs: 20, heartbeatMs: 20, pingMs: 1000, sessionsMs: 30, afterEndMs: 60_000 },
}

/** The roles of people in a room, and the calls to the room's owner. */
const roles = new Map<string, 'host' | 'lecturer' | 'assistant' | 'viewer'>()
export const ownerCalls: string[] = []

const testKind = serverModule({
  name: 'test-rooms',
  contract: {},
  routes: {},
  extensions: [
    roomKind({
      kind: 'test',
      async admit(_, { memberId }) {
        return roles.get(memberId) ?? 'viewer'
      },
      async admitGuest() {},
      async admitReplay(_, { caller }) {
        return roles.get(caller.memberId) ?? 'viewer'
      },
      async mayManage(_, { caller }) {
        return roles.get(caller.memberId) === 'host'
      },
      async entered(_, { memberId }) {
        ownerCalls.push(`entered ${memberId}`)
      },
      async started(_, { by }) {
        ownerCalls.push(`started by ${by}`)
      },
      async ended(_, { by }) {
        ownerCalls.push(`ended by ${by}`)
      },
    }),
  ],
})

export function roomModules(timings: Timings = quick) {
  const replaced = serverModules.map((module) =>
    module.name === 'rooms'
      ? {
          ...module,
          plugin: (
            app: Parameters<typeof addRoomSockets>[0],
            outside: TestPlatform['outside'],
            db: TestPlatform['db'],
          ) => addRoomSockets(app, outside, db, timings),
        }
      : module,
  )
  return [...replaced, testKind]
}

type Wire = RoomEvent & Readonly<Record<string, unknown>>
type Of<E extends RoomEvent['e']> = Extract<RoomEvent, { e: E }>

/** A refusal over the socket. */
export class RequestRefused extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(`${code} ${message}`)
    this.code = code
    this.data = data
  }
}

/** One socket of a person. */
export class RoomClient {
  readonly socket: WebSocket
  readonly events: Wire[] = []
  participantId = ''
  resumeToken: string | null = null
  closedWith: number | undefined
  private n = 0
  private readonly waiting = new Map<number, { ok: (answer: never) => void; ko: (error: Error) => void }>()
  private readonly watchers = new Set<() => void>()

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => this.take(JSON.parse(data.toString())))
    socket.on('close', (code) => {
      this.closedWith = code
      for (const { ko } of this.waiting.values()) ko(new Error(`closed with ${code}`))
      for (const watcher of this.watchers) watcher()
    })
    socket.on('error', () => {})
  }

  get snapshot(): RoomSnapshot {
    const found = this.events.findLast(({ e }) => e === 'snapshot') as Of<'snapshot'> | undefined
    if (!found) throw new Error('no snapshot yet')
    return found.room
  }

  request<O extends RoomOp>(op: O, input: RequestInput<O>): Promise<RequestAnswer<O>> {
    this.n += 1
    const { promise, resolve, reject } = Promise.withResolvers<RequestAnswer<O>>()
    this.waiting.set(this.n, { ok: resolve as never, ko: reject })
    this.socket.send(JSON.stringify({ n: this.n, op, ...input }))
    return promise
  }

  /** Answers the code of the refusal; fails if the request is accepted. */
  async refusal<O extends RoomOp>(op: O, input: RequestInput<O>): Promise<RequestRefused> {
    try {
      await this.request(op, input)
    } catch (error) {
      if (error instanceof RequestRefused) return error
      throw error
    }
    throw new Error(`${op} was accepted`)
  }

  /** The first matching event, from now or before. */
  async until<E extends RoomEvent['e']>(e: E, fits: (event: Of<E>) => boolean = () => true): Promise<Of<E>> {
    const find = () => this.events.find((event) => event.e === e && fits(event as unknown as Of<E>))
    return this.watch(() => find() as Of<E> | undefined, `event ${e}`)
  }

  async closed(): Promise<number> {
    return this.watch(() => this.closedWith, 'the end')
  }

  forget(): void {
    this.events.length = 0
  }

  async leave(): Promise<void> {
    this.socket.close()
    await this.closed()
  }

  private take(
    message: Wire[] | { n: number; error?: { code: number; message: string; data?: Record<string, unknown> } },
  ) {
    if (Array.isArray(message)) {
      this.events.push(...message)
      for (const watcher of this.watchers) watcher()
      return
    }
    const waiting = this.waiting.get(message.n)
    this.waiting.delete(message.n)
    if (message.error) waiting?.ko(new RequestRefused(message.error.code, message.error.message, message.error.data))
    else waiting?.ok(message as never)
  }

  private watch<T>(find: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined && this.closedWith !== undefined) done(() => reject(new Error(`closed: no ${what}`)))
        else if (found !== undefined) done(() => resolve(found))
      }
      const timer = setTimeout(
        () =>
          done(() => reject(new Error(`no ${what} in 8 s: ${JSON.stringify(this.events.slice(-3)).slice(0, 600)}`))),
        8000,
      )
      const done = (end: () => void) => {
        clearTimeout(timer)
        this.watchers.delete(look)
        end()
      }
      this.watchers.add(look)
      look()
    })
  }
}

/** An engine that records its calls, for tests that need no real one. */
export class FakeEngine implements LiveEngine {
  readonly kind = 'embedded'
  signalling: 'platform' | 'vendor' = 'platform'
  publishersMax = 7
  isDown = false
  readonly published = new Map<string, string>()
  readonly calls: string[] = []
  readonly sinks: StreamSink[] = []
  private readonly listeners = new Map<string, Set<Parameters<LiveEngine['on']>[1]>>()
  private peers = 0

  private check(call: string): void {
    if (this.isDown) throw new EngineUnavailable('down')
    this.calls.push(call)
  }

  async open(roomId: string): Promise<void> {
    this.check(`open ${roomId}`)
  }

  async publish(roomId: string, { participantId, source }: Parameters<LiveEngine['publish']>[1]) {
    this.check(`publish ${participantId} ${source}`)
    if (new Set(this.published.values()).size >= this.publishersMax) throw new StageFull()
    this.peers += 1
    const peerId = `peer-${this.peers}`
    this.published.set(peerId, `${participantId}:${source}`)
    this.emit(roomId, {
      ...{ name: 'published', roomId },
      feed: {
        id: `${participantId}:${source}`,
        participantId,
        source,
        audio: true,
        video: true,
        audioMuted: false,
        videoMuted: false,
      },
    })
    return { peerId, offer: 'v=0 offer' }
  }

  async subscribe(_: string, { feeds }: Parameters<LiveEngine['subscribe']>[1]) {
    this.check(`subscribe ${feeds.join()}`)
    this.peers += 1
    return { peerId: `peer-${this.peers}`, offer: 'v=0 offer' }
  }

  async answer(_: string, peerId: string): Promise<void> {
    this.check(`answer ${peerId}`)
  }

  async closePeer(_: string, peerId: string): Promise<void> {
    this.check(`close ${peerId}`)
    this.published.delete(peerId)
  }

  async drop(_: string, participantId: string): Promise<void> {
    this.check(`drop ${participantId}`)
  }

  async mute(_: string, feedId: string, medium: string, muted: boolean): Promise<void> {
    this.check(`mute ${feedId} ${medium} ${muted}`)
  }

  async status() {
    return { feeds: [], receivers: 0, recording: true }
  }

  stream(_: string, feedId: string, sink: StreamSink): () => void {
    this.calls.push(`stream ${feedId}`)
    this.sinks.push(sink)
    return () => void this.calls.push(`unstream ${feedId}`)
  }

  async entry(roomId: string, { id, mayPublish }: { id: string; mayPublish: boolean }) {
    this.check(`entry ${roomId}`)
    return { url: 'wss://engine.example', token: `${id} ${mayPublish}` }
  }

  async recordings() {
    return []
  }

  async end(roomId: string): Promise<void> {
    this.check(`end ${roomId}`)
  }

  async health() {
    return { state: 'ok', detail: '', rooms: 0, peers: 0, cpuPermille: null } as const
  }

  on(roomId: string, listener: Parameters<LiveEngine['on']>[1]): () => void {
    const set = this.listeners.get(roomId) ?? new Set()
    this.listeners.set(roomId, set.add(listener))
    return () => void set.delete(listener)
  }

  emit(roomId: string, event: Parameters<Parameters<LiveEngine['on']>[1]>[0]): void {
    for (const listener of this.listeners.get(roomId) ?? []) listener(event)
  }
}

export interface RoomStage {
  readonly platform: TestPlatform
  readonly engine: FakeEngine
  companyId: string
  origin: string
  member(role?: 'host' | 'lecturer' | 'assistant' | 'viewer', name?: string): Promise<BuiltMember>
  /** A room of this host; it runs unless the options say otherwise. */
  room(
    host: BuiltMember,
    more?: { mode?: 'audio' | 'video' | 'interactive'; waiting?: true; minimumMinutes?: number; settings?: object },
  ): Promise<string>
  enter(roomId: string, member: BuiltMember, more?: { after?: number; device?: string }): Promise<RoomClient>
  /** Opens a socket without a ticket of its own; answers the status of the handshake. */
  openWithStatus(path: string, headers?: Record<string, string>): Promise<number>
  connect(path: string): Promise<RoomClient>
}

/** Answers the status if the server refuses the handshake. */
async function openSocket(address: string, headers: Record<string, string> = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(address, { headers })
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => resolve(socket))
    socket.on('error', () => resolve(0))
  })
}

/** With a platform of its own for the file. */
export function roomStage(options: PlatformOptions = {}): RoomStage {
  const platform = testPlatform({ poolSize: 6, modules: roomModules(), ...options })
  const engine = new FakeEngine()
  const stage = { platform, engine, companyId: '', origin: '' } as RoomStage
  beforeAll(async () => {
    useEngine(platform.outside, engine)
    await platform.app.listen({ port: 0, host: '127.0.0.1' })
    stage.origin = `ws://127.0.0.1:${(platform.app.server.address() as AddressInfo).port}`
    stage.companyId = await buildCompany(platform.db)
  })
  const { db } = { db: () => platform.db }
  return Object.assign(stage, {
    async member(role: 'host' | 'lecturer' | 'assistant' | 'viewer' = 'viewer', name?: string) {
      const built = await buildMember(db(), {
        companyId: stage.companyId,
        ...(name && { fullName: name }),
        now: platform.now,
      })
      roles.set(built.id, role)
      return built
    },
    async room(
      host: BuiltMember,
      more: { mode?: 'interactive'; waiting?: true; minimumMinutes?: number; settings?: object } = {},
    ) {
      const roomId = uuid()
      const { now } = platform
      const { waiting, ...rest } = more
      const room = {
        companyId: host.companyId,
        kind: 'test',
        roomId,
        title: '安全生产公开课',
        mode: 'interactive' as const,
      }
      await openRoom(db(), { ...room, plannedEndAt: now + 3_600_000, hostId: host.id, lecturerIds: [], now, ...rest })
      if (!waiting) await startRoom(db(), { companyId: host.companyId, roomId, by: host.id, now })
      return roomId
    },
    async connect(path: string) {
      const socket = new WebSocket(`${stage.origin}${path}`)
      const client = new RoomClient(socket)
      await once(socket, 'open')
      return client
    },
    async openWithStatus(path: string, headers: Record<string, string> = {}) {
      const answer = await openSocket(`${stage.origin}${path}`, headers)
      if (typeof answer === 'number') return answer
      answer.close()
      return 101
    },
    async enter(
      roomId: string,
      member: BuiltMember,
      { after, device = 'browser' }: { after?: number; device?: string } = {},
    ) {
      const joined = await platform.client(rooms, member).join({ params: { id: roomId }, body: { device } })
      const resume = after === undefined ? '' : `&after=${after}`
      const client = await stage.connect(`${joined.socketPath}?ticket=${joined.ticket}${resume}`)
      client.participantId = joined.participantId
      await (after === undefined ? client.until('snapshot') : client.until('resumed'))
      return client
    },
  })
}
