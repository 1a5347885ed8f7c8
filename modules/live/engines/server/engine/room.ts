/** A room: its senders, its receivers, and its recordings. */
import { join } from 'node:path'
import {
  type EngineEvent,
  EngineRefused,
  type EngineStatus,
  type FeedId,
  type FeedSource,
  type PeerOffer,
  type RoomOptions,
  StageFull,
} from '../engine.ts'
import { Feed, mediaLine } from './feed.ts'
import type { PieceSink } from './muxer.ts'
import { Peer, type PeerSettings } from './peer.ts'
import { Recorder } from './recorder.ts'

/** More than a browser needs: one peer for each of seven speakers, their screens, and some that are closing. */
const peersPerPersonMax = 24
/** The bit rate of the sound, in addition to the picture. */
const audioBitsPerSecond = 96_000
/** Recordings can be sought to ten seconds. Players that start need a key frame soon. */
const keyEveryMs = { watched: 2000, recorded: 10_000 } as const

export interface RoomSurroundings {
  readonly settings: PeerSettings
  readonly recordings: string
  readonly emit: (event: Extract<EngineEvent, { name: 'published' | 'unpublished' | 'peer-lost' }>) => void
  readonly fault: (message: string) => void
  /** Two numbers that no other feed has. */
  readonly ssrcs: () => { readonly audio: number; readonly video: number }
  readonly now: () => number
}

export class Room {
  readonly id: string
  private options: RoomOptions
  private readonly surroundings: RoomSurroundings
  private readonly feeds = new Map<FeedId, Feed>()
  private readonly recorders = new Map<FeedId, Recorder>()
  /** Peers that send, with or without an answer. */
  private readonly senders = new Map<string, { readonly peer: Peer; readonly feedId: FeedId }>()
  private readonly receivers = new Map<string, Peer>()
  private readonly watchers = new Map<FeedId, number>()
  private keyAskedAt = 0

  constructor(id: string, options: RoomOptions, surroundings: RoomSurroundings) {
    this.id = id
    this.options = options
    this.surroundings = surroundings
  }

  get peers(): number {
    return this.senders.size + this.receivers.size
  }

  change(options: RoomOptions): void {
    this.options = options
  }

  async publish(participantId: string, source: FeedSource): Promise<PeerOffer> {
    const people = new Set([...this.senders.values()].map(({ peer }) => peer.participantId))
    if (!people.has(participantId) && people.size >= this.options.publishersMax) throw new StageFull()
    const feedId: FeedId = `${participantId}:${source}`
    // An unfinished attempt is replaced by the new one. A feed that flows continues until the new one does.
    for (const sender of this.senders.values())
      if (sender.feedId === feedId && !sender.peer.isConnected) this.closeSender(sender.peer)
    const feed = this.feeds.get(feedId) ?? this.makeFeed(feedId, participantId, source)
    const peer: Peer = new Peer(participantId, this.surroundings.settings, {
      connected: () => this.senderConnected(feed, peer),
      lost: () => this.senderLost(peer),
    })
    this.senders.set(peer.id, { peer, feedId })
    return this.offer(peer, () => feed.receiveBy(peer))
  }

  async subscribe(participantId: string, feedIds: readonly FeedId[]): Promise<PeerOffer> {
    const feeds = feedIds.map((id) => this.feeds.get(id))
    const present = feeds.filter((feed) => feed?.peer !== undefined) as Feed[]
    if (present.length !== feedIds.length) throw new EngineRefused('no-feed')
    const own = [...this.receivers.values()].filter((peer) => peer.participantId === participantId)
    if (own.length >= peersPerPersonMax) throw new EngineRefused('too-many-peers')
    const lines: (() => void)[] = []
    const leave: (() => void)[] = []
    const peer: Peer = new Peer(participantId, this.surroundings.settings, {
      connected: () => {
        for (const begin of lines) begin()
      },
      lost: () => this.receiverLost(peer),
    })
    this.receivers.set(peer.id, peer)
    this.leaving.set(peer, leave)
    return this.offer(peer, () => {
      for (const [index, feed] of present.entries()) this.addLines(feed, index, peer, lines, leave)
    })
  }

  answer(peerId: string, sdp: string): void {
    const peer = this.senders.get(peerId)?.peer ?? this.receivers.get(peerId)
    if (!peer) throw new EngineRefused('no-peer')
    peer.answer(sdp)
  }

  closePeer(peerId: string): void {
    const sender = this.senders.get(peerId)
    if (sender) this.closeSender(sender.peer)
    const receiver = this.receivers.get(peerId)
    if (receiver) this.closeReceiver(receiver)
  }

  drop(participantId: string): void {
    for (const { peer } of [...this.senders.values()]) if (peer.participantId === participantId) this.closeSender(peer)
    for (const peer of [...this.receivers.values()]) if (peer.participantId === participantId) this.closeReceiver(peer)
  }

  mute(feedId: FeedId, medium: 'audio' | 'video', isMuted: boolean): void {
    const feed = this.feeds.get(feedId)
    if (!feed) throw new EngineRefused('no-feed')
    feed.mute(medium, isMuted)
  }

  status(): EngineStatus {
    const feeds = [...this.feeds.values()].filter((feed) => feed.peer !== undefined).map((feed) => feed.state)
    const receivers = [...this.receivers.values()].filter((peer) => peer.isConnected).length
    return { feeds, receivers, recording: this.writing().length > 0 }
  }

  /**
   * Sends the bytes of a feed to the sink until the caller calls the answered function, also for a feed that is
   * published later.
   */
  watch(feedId: FeedId, sink: PieceSink): () => void {
    const [participantId = '', source] = feedId.split(':')
    const feed = this.feeds.get(feedId) ?? this.makeFeed(feedId, participantId, source as FeedSource)
    feed.muxer.add(sink)
    this.watchers.set(feedId, (this.watchers.get(feedId) ?? 0) + 1)
    return () => {
      feed.muxer.remove(sink)
      this.watchers.set(feedId, (this.watchers.get(feedId) ?? 1) - 1)
    }
  }

  writing(): string[] {
    return [...this.recorders.values()].map(({ writing }) => writing).filter((name) => name !== undefined)
  }

  /** Every few milliseconds. */
  tick(now: number): void {
    for (const feed of this.feeds.values()) {
      if (feed.peer) feed.acknowledge(now)
    }
  }

  /** Every second. */
  report(now: number): void {
    const isDue = (every: number) => Math.floor(now / every) !== Math.floor(this.keyAskedAt / every)
    for (const [id, feed] of this.feeds) {
      if (!feed.peer) continue
      feed.report(now)
      if ((this.watchers.get(id) ?? 0) > 0 ? isDue(keyEveryMs.watched) : isDue(keyEveryMs.recorded)) feed.requestKey()
    }
    this.keyAskedAt = now
  }

  /** Closes all peers; resolves when the recordings are on disk. */
  async end(): Promise<void> {
    for (const { peer } of [...this.senders.values()]) this.closeSender(peer)
    for (const peer of [...this.receivers.values()]) this.closeReceiver(peer)
    await Promise.all([...this.recorders.values()].map((recorder) => recorder.finish()))
  }

  private readonly leaving = new WeakMap<Peer, (() => void)[]>()

  private makeFeed(id: FeedId, participantId: string, source: FeedSource): Feed {
    const { videoKbps, mode } = this.options
    // A screen full of text needs a higher bit rate than a face.
    const bitsPerSecond = videoKbps * (source === 'screen' ? 2000 : 1000) + audioBitsPerSecond
    const hasVideo = mode !== 'audio'
    const { now, ssrcs } = this.surroundings
    const feed = new Feed({ id, participantId, source, hasVideo, bitsPerSecond, now, ssrcs: ssrcs() })
    this.feeds.set(id, feed)
    return feed
  }

  private async offer(peer: Peer, prepare: () => void): Promise<PeerOffer> {
    try {
      prepare()
      return { peerId: peer.id, offer: await peer.offer() }
    } catch (error) {
      this.closePeer(peer.id)
      throw error
    }
  }

  private addLines(feed: Feed, index: number, peer: Peer, lines: (() => void)[], leave: (() => void)[]): void {
    for (const medium of feed.media) {
      const description = mediaLine(medium, `${medium}${index}`, 'SendOnly')
      // One name for both keeps their clocks together in the browser.
      const group = `feed${feed.ssrc('audio')}`
      description.addSSRC(feed.ssrc(medium), group, group, `${group}${medium}`)
      const track = peer.connection.addTrack(description)
      track.onMessage((packet) => feed.feedback(medium, track, packet))
      lines.push(() => feed.addReceiver(medium, track))
      leave.push(() => feed.removeReceiver(medium, track))
    }
  }

  private senderConnected(feed: Feed, peer: Peer): void {
    const before = feed.peer
    feed.take(peer)
    if (before) {
      this.senders.delete(before.id)
      before.close()
    }
    this.record(feed)
    this.surroundings.emit({ name: 'published', roomId: this.id, feed: feed.state })
  }

  private record(feed: Feed): void {
    const { id } = feed.options
    if (!this.options.record || this.recorders.has(id)) return
    const recorder = new Recorder(join(this.surroundings.recordings, this.id), id, this.surroundings.fault)
    this.recorders.set(id, recorder)
    feed.muxer.add(recorder)
  }

  private closeSender(peer: Peer): void {
    const feed = this.feeds.get(this.senders.get(peer.id)?.feedId ?? '')
    this.senders.delete(peer.id)
    peer.close()
    if (!feed || feed.peer !== peer) return
    feed.leave()
    this.surroundings.emit({ name: 'unpublished', roomId: this.id, feed: feed.state })
  }

  private senderLost(peer: Peer): void {
    this.surroundings.emit({ name: 'peer-lost', roomId: this.id, peerId: peer.id, participantId: peer.participantId })
    this.closeSender(peer)
  }

  private closeReceiver(peer: Peer): void {
    this.receivers.delete(peer.id)
    for (const leave of this.leaving.get(peer) ?? []) leave()
    peer.close()
  }

  private receiverLost(peer: Peer): void {
    this.closeReceiver(peer)
    this.surroundings.emit({ name: 'peer-lost', roomId: this.id, peerId: peer.id, participantId: peer.participantId })
  }
}
