/**
 * The interface of an engine, which carries audio and video. Terms of one engine stay in that engine's own file. An id
 * names a room, a participant id names a person in it, and everything that a person sends is a feed. Every function is
 * idempotent where a repeat makes sense, may be called in any server process, and opens no database transaction.
 */

/** `{participantId}:camera` (camera and microphone together) or `{participantId}:screen`. */
export type FeedId = string

export type FeedSource = 'camera' | 'screen'

export interface RoomOptions {
  readonly companyId: string
  readonly mode: 'audio' | 'video' | 'interactive'
  /** How many people may publish at once, the host included. The engine refuses one more. */
  readonly publishersMax: number
  readonly videoKbps: number
  /** The engine records everything that is published, from the first packet on. */
  readonly record: boolean
}

/** An SDP offer that the browser answers through `answer`. */
export interface PeerOffer {
  readonly peerId: string
  readonly offer: string
}

/** The browser's next step: it answers our offer, or calls `publish` again with an offer of its own. */
export type PublishStep = PeerOffer | { readonly needs: 'offer' } | { readonly peerId: string; readonly answer: string }

export interface Feed {
  readonly id: FeedId
  readonly participantId: string
  readonly source: FeedSource
  readonly audio: boolean
  readonly video: boolean
  /** Muted by the host: the engine neither forwards nor records this medium. */
  readonly audioMuted: boolean
  readonly videoMuted: boolean
}

export interface EngineStatus {
  readonly feeds: readonly Feed[]
  /** Peers that receive. */
  readonly receivers: number
  readonly recording: boolean
}

/** One continuous piece of one feed on disk. It plays as it is, even if the engine died while writing it. */
export interface Recording {
  readonly feedId: FeedId
  readonly path: string
  readonly container: 'webm' | 'mjr'
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Takes the bytes of a feed for players that read a stream over HTTP or WebSocket (MSE). */
export interface StreamSink {
  /** Called once, and again whenever the stream restarts: the type for MediaSource, and the initialization segment. */
  start(mimeType: string, initialization: Uint8Array): void
  /** A piece to append; a player may begin at a `key` piece. */
  data(bytes: Uint8Array, key: boolean): void
  /** The feed is gone. */
  end(): void
}

export type EngineEvent =
  | { readonly name: 'published' | 'unpublished'; readonly roomId: string; readonly feed: Feed }
  /** A peer was lost: the network failed, or the browser was killed. */
  | { readonly name: 'peer-lost'; readonly roomId: string; readonly peerId: string; readonly participantId: string }
  /** The engine died, or is back with empty rooms: everybody publishes and subscribes again. */
  | { readonly name: 'down' | 'back'; readonly roomId: string }

export interface EngineHealth {
  readonly state: 'ok' | 'warning' | 'down' | 'off'
  readonly detail: string
  readonly rooms: number
  readonly peers: number
  /** The use of one core, in permille, over the last seconds; null if the engine does not report it. */
  readonly cpuPermille: number | null
}

export interface LiveEngine {
  readonly kind: 'embedded' | 'janus' | 'livekit'
  /** `platform`: SDP travels through our own socket. `vendor`: the browser talks to the engine with its own client. */
  readonly signalling: 'platform' | 'vendor'
  open(roomId: string, options: RoomOptions): Promise<void>
  /** Rejects with `StageFull` beyond `publishersMax` people. */
  publish(
    roomId: string,
    request: { readonly participantId: string; readonly source: FeedSource; readonly offer?: string },
  ): Promise<PublishStep>
  /**
   * One peer for one or several feeds. An existing peer is never renegotiated. The order of the m-lines: audio, then
   * video of each feed.
   */
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
  /**
   * Sends the bytes of a feed to the sink until the caller calls the answered function. undefined if the engine has no
   * such stream.
   */
  stream?(roomId: string, feedId: FeedId, sink: StreamSink): () => void
  /** The address and the token for a `vendor` engine. */
  entry?(
    roomId: string,
    participant: { readonly id: string; readonly name: string; readonly mayPublish: boolean },
  ): Promise<{ readonly url: string; readonly token: string }>
  /** Includes rooms that have ended, and pieces that a dead engine left. */
  recordings(roomId: string): Promise<readonly Recording[]>
  /** Closes every peer and finishes the recordings. */
  end(roomId: string): Promise<void>
  health(): Promise<EngineHealth>
  /** Sends the events of one room, from whichever process runs it, until the caller calls the answered function. */
  on(roomId: string, listener: (event: EngineEvent) => void): () => void
}

/** The stage already has `publishersMax` people. */
export class StageFull extends Error {
  constructor() {
    super('the stage is full')
    this.name = 'StageFull'
  }
}

/** The engine does not answer, or its answer is invalid. Callers may try again. */
export class EngineUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineUnavailable'
  }
}

/** The engine refuses the request, and the same request would fail again. */
export class EngineRefused extends Error {
  readonly reason: EngineRefusal

  constructor(reason: EngineRefusal) {
    super(reason)
    this.name = 'EngineRefused'
    this.reason = reason
  }
}

/**
 * The description is invalid or does not fit the offer; nobody publishes the feed; the peer is gone; one person has
 * more peers or more open offers than anybody needs; the id is invalid.
 */
export type EngineRefusal = 'bad-description' | 'no-feed' | 'no-peer' | 'too-many-peers' | 'bad-id'
