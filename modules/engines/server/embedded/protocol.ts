/**
 * What server processes and the embedded engine say to each other, by a WebSocket: requests and answers as JSON, events
 * as JSON, and the bytes of feeds as binary messages. The secret of the node is asked for before a connection stands.
 */
import { type Static, Type } from 'typebox'
import type { EngineEvent, EngineRefusal, EngineStatus, PeerOffer } from '../engine.ts'

/** Ids become names of files: nothing else than these characters. */
const Name = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const FeedName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}:(camera|screen)$' })
/** A description of seven feeds has about 12 kB. */
const Sdp = Type.String({ maxLength: 65_536 })

const Options = Type.Object({
  companyId: Name,
  mode: Type.Union([Type.Literal('audio'), Type.Literal('video'), Type.Literal('interactive')]),
  publishersMax: Type.Integer({ minimum: 1, maximum: 50 }),
  videoKbps: Type.Integer({ minimum: 50, maximum: 10_000 }),
  record: Type.Boolean(),
})

const inRoom = { n: Type.Integer(), roomId: Name }

export const Request = Type.Union([
  Type.Object({ ...inRoom, op: Type.Literal('open'), options: Options }),
  Type.Object({
    ...inRoom,
    op: Type.Literal('publish'),
    participantId: Name,
    source: Type.Union([Type.Literal('camera'), Type.Literal('screen')]),
  }),
  Type.Object({
    ...inRoom,
    op: Type.Literal('subscribe'),
    participantId: Name,
    feeds: Type.Array(FeedName, { minItems: 1, maxItems: 16 }),
  }),
  Type.Object({ ...inRoom, op: Type.Literal('answer'), peerId: Name, sdp: Sdp }),
  Type.Object({ ...inRoom, op: Type.Literal('closePeer'), peerId: Name }),
  Type.Object({ ...inRoom, op: Type.Literal('drop'), participantId: Name }),
  Type.Object({
    ...inRoom,
    op: Type.Literal('mute'),
    feedId: FeedName,
    medium: Type.Union([Type.Literal('audio'), Type.Literal('video')]),
    muted: Type.Boolean(),
  }),
  Type.Object({ ...inRoom, op: Type.Literal('status') }),
  /** From now on the bytes of the feed come as binary messages with this number, also when it is published later. */
  Type.Object({ ...inRoom, op: Type.Literal('stream'), feedId: FeedName, stream: Type.Integer({ minimum: 1 }) }),
  Type.Object({ ...inRoom, op: Type.Literal('streamEnd'), stream: Type.Integer({ minimum: 1 }) }),
  /** The files that are being written. */
  Type.Object({ ...inRoom, op: Type.Literal('writing') }),
  Type.Object({ ...inRoom, op: Type.Literal('end') }),
  Type.Object({ n: Type.Integer(), op: Type.Literal('load') }),
])
export type Request = Static<typeof Request>
export type RoomRequest = Extract<Request, { roomId: string }>
export type Op = Request['op']

export interface Load {
  readonly rooms: number
  readonly peers: number
  /** Of one core, in permille, over the last seconds. */
  readonly cpuPermille: number
  /** What went wrong with recordings lately; null: nothing. */
  readonly recordingFault: string | null
}

/** What each request is answered with. */
export interface Answers {
  open: null
  publish: PeerOffer
  subscribe: PeerOffer
  answer: null
  closePeer: null
  drop: null
  mute: null
  status: EngineStatus
  stream: null
  streamEnd: null
  writing: readonly string[]
  end: null
  load: Load
}

/** `no-room`: the engine does not know it, having begun anew; it is opened again. */
export type Fault =
  | { readonly name: 'refused'; readonly reason: EngineRefusal }
  | { readonly name: 'stage-full' }
  | { readonly name: 'no-room' }
  | { readonly name: 'failed'; readonly message: string }

export type FromEngine =
  | { readonly n: number; readonly ok: unknown }
  | { readonly n: number; readonly fault: Fault }
  | { readonly event: Extract<EngineEvent, { name: 'published' | 'unpublished' | 'peer-lost' }> }

/** What the engine is told on its standard input, in one line, before anything else. */
export interface EngineSettings {
  readonly secret: string
  /** The address that the control socket binds to. */
  readonly control: string
  readonly bind: string
  /** 0: any that is free. */
  readonly port: number
  readonly announced: string | null
  /** Browsers of this very machine are to be told the loopback address too. */
  readonly loopback: boolean
  readonly recordings: string
}

/** What the engine prints on its standard output, in one line, when it can be driven. */
export interface EngineReady {
  readonly controlPort: number
  readonly udpPort: number
  readonly library: string
}

/** A binary message: the number of the stream, then a message of `contract/stream.ts`. */
export const streamHeaderBytes = 4
