/**
 * What server processes and the embedded engine say to each other, by a WebSocket: requests and answers as JSON, events
 * as JSON, and the bytes of feeds as binary messages. The secret of the node is asked for before a connection stands.
 */
import type { EngineEvent, EngineRefusal, EngineStatus, FeedId, FeedSource, PeerOffer, RoomOptions } from '../engine.ts'

/** What is asked, with the number under which it is answered. */
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
      /** From now on the bytes of the feed come as binary messages with this number, also when it is published later. */
      | { op: 'stream'; feedId: FeedId; stream: number }
      | { op: 'streamEnd'; stream: number }
      /** The files that are being written. */
      | { op: 'writing' }
      | { op: 'end' }
    ))
export type RoomRequest = Extract<Request, { roomId: string }>
export type Op = Request['op']

export interface Load {
  readonly library: string
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
