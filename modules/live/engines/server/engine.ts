/**
 * What carries audio and video. One interface for every engine; no engine's words outside its own file. A room is known
 * by its id, a person in it by a participant id, and what a person sends is a feed. Every function is idempotent where a
 * repeat makes sense, may be called in any server process, and holds no database transaction.
 */

/** `{participantId}:camera` (camera and microphone together) or `{participantId}:screen`. */
export type FeedId = string

export type FeedSource = 'camera' | 'screen'

export interface RoomOptions {
  readonly companyId: string
  readonly mode: 'audio' | 'video' | 'interactive'
  /** People who may publish at once, the host among them. One more is refused. */
  readonly publishersMax: number
  readonly videoKbps: number
  /** Everything that is published is recorded, from the first packet on. */
  readonly record: boolean
}

/** An SDP offer that the browser answers through `answer`. */
export interface PeerOffer {
  readonly peerId: string
  readonly offer: string
}

/** What the browser does to publish: answer our offer, or bring an offer of its own (`publish` again with it). */
export type PublishStep = PeerOffer | { readonly needs: 'offer' } | { readonly peerId: string; readonly answer: string }

export interface Feed {
  readonly id: FeedId
  readonly participantId: string
  readonly source: FeedSource
  readonly audio: boolean
  readonly video: boolean
  /** Silenced by the host: nothing of this medium is forwarded or recorded. */
  readonly audioMuted: boolean
  readonly videoMuted: boolean
}

export interface EngineStatus {
  readonly feeds: readonly Feed[]
  /** Peers that receive. */
  readonly receivers: number
  readonly recording: boolean
}

/** One continuous piece of one feed on disk, playable as it is, also when the engine died while writing it. */
export interface Recording {
  readonly feedId: FeedId
  readonly path: string
  readonly container: 'webm' | 'mjr'
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Takes the bytes of a feed for players that read a stream over HTTP or WebSocket (MSE). */
export interface StreamSink {
  /** Once, and again whenever the stream starts anew: the type for MediaSource, and the initialisation segment. */
  start(mimeType: string, initialization: Uint8Array): void
  /** A piece to append; a player may begin at a `key` piece. */
  data(bytes: Uint8Array, key: boolean): void
  /** The feed is gone. */
  end(): void
}

export type EngineEvent =
  | { readonly name: 'published' | 'unpublished'; readonly roomId: string; readonly feed: Feed }
  /** A peer broke off: network gone, browser killed. */
  | { readonly name: 'peer-lost'; readonly roomId: string; readonly peerId: string; readonly participantId: string }
  /** The engine died, or is back with empty rooms: everybody publishes and subscribes anew. */
  | { readonly name: 'down' | 'back'; readonly roomId: string }

export interface EngineHealth {
  readonly state: 'ok' | 'warning' | 'down' | 'off'
  readonly detail: string
  readonly rooms: number
  readonly peers: number
  /** Of one core, in permille, over the last seconds; null where the engine does not say. */
  readonly cpuPermille: number | null
}

export interface LiveEngine {
  readonly kind: 'embedded' | 'janus' | 'livekit'
  /** `platform`: SDP travels through our own socket. `vendor`: the browser talks to the engine with its own client. */
  readonly signalling: 'platform' | 'vendor'
  open(roomId: string, options: RoomOptions): Promise<void>
  /** Refused with `StageFull` beyond `publishersMax` people. */
  publish(
    roomId: string,
    request: { readonly participantId: string; readonly source: FeedSource; readonly offer?: string },
  ): Promise<PublishStep>
  /** One peer for one or several feeds; an existing peer is never renegotiated. The order of the m-lines: audio, video of each feed. */
  subscribe(
    roomId: string,
    request: { readonly participantId: string; readonly feeds: readonly FeedId[] },
  ): Promise<PeerOffer>
  answer(roomId: string, peerId: string, sdp: string): Promise<void>
  closePeer(roomId: string, peerId: string): Promise<void>
  /** Closes every peer of a person, publishing or receiving. */
  drop(roomId: string, participantId: string): Promise<void>
  mute(roomId: string, feedId: FeedId, medium: 'audio' | 'video', muted: boolean): Promise<void>
  status(roomId: string): Promise<EngineStatus>
  /** The bytes of a feed, until the answered function is called. undefined where the engine has no such stream. */
  stream?(roomId: string, feedId: FeedId, sink: StreamSink): () => void
  /** Where a `vendor` engine is entered, and with which token. */
  entry?(
    roomId: string,
    participant: { readonly id: string; readonly name: string; readonly mayPublish: boolean },
  ): Promise<{ readonly url: string; readonly token: string }>
  /** Also of rooms that have ended, and of pieces that a dead engine left. */
  recordings(roomId: string): Promise<readonly Recording[]>
  /** Closes every peer and finishes the recordings. */
  end(roomId: string): Promise<void>
  health(): Promise<EngineHealth>
  /** Events of one room, from whichever process drives it, until the answered function is called. */
  on(roomId: string, listener: (event: EngineEvent) => void): () => void
}

/** The stage holds as many people as it may. */
export class StageFull extends Error {
  constructor() {
    super('the stage is full')
    this.name = 'StageFull'
  }
}

/** The engine is not to be reached, or answered nonsense. Callers may try again. */
export class EngineUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineUnavailable'
  }
}

/** The engine does not do what it is asked, and asking again the same would not help. */
export class EngineRefused extends Error {
  readonly reason: EngineRefusal

  constructor(reason: EngineRefusal) {
    super(reason)
    this.name = 'EngineRefused'
    this.reason = reason
  }
}

/**
 * What is no session description, or none that fits the offer; a feed that nobody publishes; a peer that is not there any
 * more; more peers of one person, or more waiting offers, than anybody needs; an id that is none.
 */
export type EngineRefusal = 'bad-description' | 'no-feed' | 'no-peer' | 'too-many-peers' | 'bad-id'
