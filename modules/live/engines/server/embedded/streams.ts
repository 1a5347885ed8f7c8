/** The bytes of feeds for this process' players. The engine sends one stream a feed, for any number of players. */
import { setTimeout as wait } from 'node:timers/promises'
import { readStreamMessage } from '../../contract/stream.ts'
import type { FeedId, StreamSink } from '../engine.ts'
import type { Rooms } from './rooms.ts'

const retryMs = 1000

/** The data that a later player needs: the start of the stream, and everything since its last key piece. */
interface Fanout {
  readonly sinks: Set<StreamSink>
  start: { readonly mimeType: string; readonly initialization: Uint8Array } | undefined
  since: Uint8Array[]
}

export class Streams {
  private readonly rooms: Rooms
  private readonly fanouts = new Map<string, Fanout>()

  constructor(rooms: Rooms) {
    this.rooms = rooms
  }

  watch(roomId: string, feedId: FeedId, sink: StreamSink): () => void {
    const key = `${roomId} ${feedId}`
    const known = this.fanouts.get(key)
    const fanout = known ?? { sinks: new Set(), start: undefined, since: [] }
    this.fanouts.set(key, fanout)
    fanout.sinks.add(sink)
    if (fanout.start && fanout.since.length > 0) {
      sink.start(fanout.start.mimeType, fanout.start.initialization)
      for (const [index, bytes] of fanout.since.entries()) sink.data(bytes, index === 0)
    }
    if (!known) void this.run(roomId, feedId, fanout)
    return () => {
      fanout.sinks.delete(sink)
      if (fanout.sinks.size === 0 && this.fanouts.get(key) === fanout) this.fanouts.delete(key)
    }
  }

  /** Takes the stream from the engine as long as somebody watches, from whichever node runs the room. */
  private async run(roomId: string, feedId: FeedId, fanout: Fanout): Promise<void> {
    while (fanout.sinks.size > 0) {
      const link = await this.rooms.link(roomId).catch(() => undefined)
      if (link) {
        const stream = link.expectStream((message) => receive(fanout, message))
        const isTaken = await this.rooms.call(roomId, 'stream', { feedId, stream }).then(
          () => true,
          () => false,
        )
        while (isTaken && link.isOpen && fanout.sinks.size > 0) await wait(retryMs / 4, undefined, { ref: false })
        link.forgetStream(stream)
        if (link.isOpen) await link.request('streamEnd', { roomId, stream }).catch(() => {})
        else ended(fanout)
      }
      if (fanout.sinks.size > 0) await wait(retryMs, undefined, { ref: false })
    }
  }
}

function receive(fanout: Fanout, bytes: Buffer): void {
  // A copy, because the piece for later players must not keep the socket's whole buffer in memory.
  const message = readStreamMessage(new Uint8Array(bytes))
  if (message?.kind === 'start') {
    fanout.start = message
    fanout.since = []
  } else if (message?.kind === 'end') ended(fanout)
  else if (message?.kind === 'data') {
    const isFirst = fanout.since.length === 0
    if (message.key) fanout.since = []
    if (isFirst && !message.key) return
    fanout.since.push(message.bytes)
    for (const sink of fanout.sinks) {
      if (isFirst && fanout.start) sink.start(fanout.start.mimeType, fanout.start.initialization)
      sink.data(message.bytes, message.key)
    }
  }
}

function ended(fanout: Fanout): void {
  if (!fanout.start) return
  fanout.start = undefined
  fanout.since = []
  for (const sink of fanout.sinks) sink.end()
}
