/** This process' knowledge of its rooms in Janus: the feeds from the room's observer, and its own peers. */
import type { EngineEvent, FeedId, RoomOptions } from './engine.ts'
import type { Message } from './janus-control.ts'
import { type JanusFeed, readPublishers, withMuted } from './janus-room.ts'

export interface JanusTuning {
  readonly patienceMs?: number
  readonly reconnectAfterMs?: readonly number[]
  /** A peer that has not connected by then is closed, so that it blocks no place on the stage. */
  readonly connectMs?: number
}

export interface Peer {
  readonly id: string
  readonly handle: number
  readonly roomId: string
  readonly participantId: string
  /** The feed that it sends; null for a peer that receives. */
  readonly feedId: FeedId | null
  /** The feeds that it receives. */
  readonly receives: readonly FeedId[]
  isUp: boolean
  /** Ends a peer that never connects. */
  readonly timer: NodeJS.Timeout
}

export class JanusRoomState {
  readonly id: string
  options: RoomOptions | undefined
  /** Open in Janus, as far as this process knows. */
  opened: Promise<void> | undefined
  /** The handle that receives the events of the room. */
  observer: Promise<number> | undefined
  observerHandle: number | undefined
  readonly feeds = new Map<FeedId, JanusFeed>()
  readonly listeners = new Set<(event: EngineEvent) => void>()

  constructor(id: string) {
    this.id = id
  }

  emit(event: EngineEvent): void {
    for (const listener of [...this.listeners]) listener(event)
  }

  /** New feeds, or known ones with other media. */
  add(data: Message): void {
    for (const entry of readPublishers(data)) {
      const known = this.feeds.get(entry.feed.id)
      this.feeds.set(entry.feed.id, entry)
      if (JSON.stringify(known?.feed) === JSON.stringify(entry.feed)) continue
      this.emit({ name: 'published', roomId: this.id, feed: entry.feed })
    }
  }

  remove(feedId: FeedId): void {
    const known = this.feeds.get(feedId)
    if (!known) return
    this.feeds.delete(feedId)
    this.emit({ name: 'unpublished', roomId: this.id, feed: known.feed })
  }

  /** Handles an event for the observer's handle. */
  handleEvent(data: Message): void {
    this.add(data)
    for (const gone of [data.unpublished, data.leaving, data.kicked]) if (typeof gone === 'string') this.remove(gone)
    const known = typeof data.id === 'string' && data.moderation !== undefined ? this.feeds.get(data.id) : undefined
    if (known) this.feeds.set(known.feed.id, withMuted(known, String(data.mid), data.moderation === 'muted'))
  }

  /** The room is gone, or its state is unknown. */
  forget(): void {
    this.opened = undefined
    this.observer = undefined
    this.observerHandle = undefined
    for (const feedId of [...this.feeds.keys()]) this.remove(feedId)
  }
}

/** The peers of this process: of people whose sockets it has. */
export class Peers {
  private readonly byHandle = new Map<number, Peer>()

  add(peer: Peer): void {
    this.byHandle.set(peer.handle, peer)
  }

  ofHandle(handle: unknown): Peer | undefined {
    return typeof handle === 'number' ? this.byHandle.get(handle) : undefined
  }

  find(where: (peer: Peer) => boolean): Peer[] {
    return [...this.byHandle.values()].filter(where)
  }

  /** Answers false if the peer is gone already: the caller that gets true ends it. */
  take(peer: Peer): boolean {
    clearTimeout(peer.timer)
    return this.byHandle.delete(peer.handle)
  }

  /** Receiving peers by room. */
  audience(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const peer of this.byHandle.values())
      if (peer.feedId === null) counts.set(peer.roomId, (counts.get(peer.roomId) ?? 0) + 1)
    return counts
  }

  clear(): void {
    for (const peer of this.byHandle.values()) clearTimeout(peer.timer)
    this.byHandle.clear()
  }

  get size(): number {
    return this.byHandle.size
  }
}
