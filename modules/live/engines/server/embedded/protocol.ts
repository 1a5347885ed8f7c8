/**
 * The messages between server processes and the embedded engine over a WebSocket: requests, answers and events as JSON,
 * the bytes of feeds as binary messages. The engine asks for the node's secret before it accepts a connection.
 */
import type { EngineEvent, EngineRefusal, EngineStatus, FeedId, FeedSource, PeerOffer, RoomOptions } from '../engine.ts'

/** A request, with the number that its answer carries. */
export type Request =
  | { n: number; op: 'load' }
  | ({ n: number; roomId: string } & (
      | { op: 'open'; options: RoomOptions }
      | { op: 'publish'; participantId: string; source: FeedSource }
      | { op: 'subscribe'; participantId: string; feeds: FeedId[] }
      | { op: 'answer'; peerId: string; sdp: string }
      | { op: 'closePeer'; peerId: string }
      | { op: 'drop'; participantId: string }
      | { op: 'mute'; feedId: FeedId; medium: 'audio' | 'video'; muted: boolean }
      | { op: 'status' }
      /**
       * From now on the bytes of the feed come as binary messages with this number, even if the feed is published
       * later.
       */
      | { op: 'stream'; feedId: FeedId; stream: number }
      | { op: 'streamEnd'; stream: number }
      /** The files that the engine is writing. */
      | { op: 'writing' }
      | { op: 'end' }
    ))
export type RoomRequest = Extract<Request, { roomId: string }>
export type Op = Request['op']

export interface Load {
  readonly library: string
  readonly rooms: number
  readonly peers: number
  /** The use of one core, in permille, over the last seconds. */
  readonly cpuPermille: number
  /** The latest faults of recordings; null: none. */
  readonly recordingFault: string | null
}

/** The answer of each request. */
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

/** `no-room`: the engine does not know the room because it has restarted. The caller opens the room again. */
export type Fault =
  | { readonly name: 'refused'; readonly reason: EngineRefusal }
  | { readonly name: 'stage-full' }
  | { readonly name: 'no-room' }
  | { readonly name: 'failed'; readonly message: string }

export type FromEngine =
  | { readonly n: number; readonly ok: unknown }
  | { readonly n: number; readonly fault: Fault }
  | { readonly event: Extract<EngineEvent, { name: 'published' | 'unpublished' | 'peer-lost' }> }

/** The settings that the engine reads from its standard input, in one line, before anything else. */
export interface EngineSettings {
  readonly secret: string
  /** The address that the control socket binds to. */
  readonly control: string
  readonly bind: string
  /** 0: any free port. */
  readonly port: number
  readonly announced: string | null
  /** Browsers on this same machine also receive the loopback address. */
  readonly loopback: boolean
  readonly recordings: string
}

/** The line that the engine prints on its standard output when it accepts connections. */
export interface EngineReady {
  readonly controlPort: number
  readonly udpPort: number
  readonly library: string
}

/** A binary message: the number of the stream, then a message of `contract/stream.ts`. */
export const streamHeaderBytes = 4
