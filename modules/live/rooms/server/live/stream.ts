/**
 * The room's main picture as bytes, for browsers that play a stream. One feed is read once a process; a receiver that is
 * slow loses pieces up to the next at which a player may begin, and nobody waits for it.
 */
import type { WebSocket } from 'ws'
import type { StreamText } from '../../contract/socket.ts'
import type { RoomMedia } from './media.ts'

/** What may wait for one receiver; above it pieces are dropped, until most of it has gone. */
const waitingBytesMax = 1_500_000
const drainedBytes = 256_000
/** Since the last piece at which a player may begin; a feed without one for so long is not kept. */
const keptBytesMax = 8_000_000

/** A feed that is gone is told by the engine; until then its stream is not asked for over and over. */
const againAfterMs = 1000

const kinds = { initialization: 0, piece: 1, key: 2 } as const

function frame(kind: keyof typeof kinds, bytes: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(bytes.byteLength + 1)
  framed[0] = kinds[kind]
  framed.set(bytes, 1)
  return framed
}

interface Receiver {
  readonly socket: WebSocket
  /** Waits for a piece at which a player may begin. */
  waits: boolean
}

interface Playing {
  readonly feedId: string
  readonly stop: () => void
  begun: { readonly text: string; readonly initialization: Buffer } | undefined
  /** From the last piece at which a player may begin. */
  kept: Buffer[]
  keptBytes: number
}

export class RoomStream {
  private readonly media: RoomMedia
  private readonly roomId: string
  private readonly receivers = new Set<Receiver>()
  private playing: Playing | undefined

  constructor(media: RoomMedia, roomId: string) {
    this.media = media
    this.roomId = roomId
  }

  add(socket: WebSocket): void {
    const receiver: Receiver = { socket, waits: true }
    this.receivers.add(receiver)
    socket.on('close', () => {
      this.receivers.delete(receiver)
      if (this.receivers.size === 0) this.silence()
    })
    if (this.playing?.begun) this.begin(receiver, this.playing)
    else this.follow()
  }

  /** After every change of the feeds: the main one is played, while somebody watches. */
  follow(): void {
    const feed = this.receivers.size > 0 ? this.media.mainFeed : undefined
    if (feed?.id === this.playing?.feedId) return
    this.silence()
    if (!feed || !this.media.engine.stream) return
    const playing: Playing = { feedId: feed.id, stop: () => {}, begun: undefined, kept: [], keptBytes: 0 }
    this.playing = playing
    const stop = this.media.engine.stream(this.roomId, feed.id, {
      start: (mimeType, initialization) => this.start(playing, mimeType, initialization),
      data: (bytes, key) => this.hand(playing, bytes, key),
      end: () => this.end(playing),
    })
    // It may have begun, and even ended, before the function came back.
    if (this.playing === playing) this.playing = Object.assign(playing, { stop })
    else stop()
  }

  close(): void {
    this.silence()
    for (const { socket } of this.receivers) socket.close(1001)
  }

  private silence(): void {
    this.playing?.stop()
    this.playing = undefined
  }

  private start(playing: Playing, mimeType: string, initialization: Uint8Array): void {
    if (this.playing !== playing) return
    const text: StreamText = { e: 'start', mimeType, feedId: playing.feedId }
    playing.begun = { text: JSON.stringify(text), initialization: frame('initialization', initialization) }
    playing.kept = []
    playing.keptBytes = 0
    for (const receiver of this.receivers) this.begin(receiver, playing)
  }

  private begin(receiver: Receiver, playing: Playing): void {
    if (!playing.begun) return
    receiver.socket.send(playing.begun.text)
    receiver.socket.send(playing.begun.initialization)
    receiver.waits = playing.kept.length === 0
    for (const piece of playing.kept) receiver.socket.send(piece)
  }

  private hand(playing: Playing, bytes: Uint8Array, key: boolean): void {
    if (this.playing !== playing || !playing.begun) return
    const piece = frame(key ? 'key' : 'piece', bytes)
    if (key || playing.keptBytes > keptBytesMax) {
      playing.kept = []
      playing.keptBytes = 0
    }
    if (key || playing.kept.length > 0) {
      playing.kept.push(piece)
      playing.keptBytes += piece.byteLength
    }
    for (const receiver of this.receivers) {
      const waiting = receiver.socket.bufferedAmount
      if (waiting > waitingBytesMax) receiver.waits = true
      if (receiver.waits && (!key || waiting > drainedBytes)) continue
      receiver.waits = false
      receiver.socket.send(piece)
    }
  }

  private end(playing: Playing): void {
    if (this.playing !== playing) return
    this.playing = undefined
    const text: StreamText = { e: 'end' }
    for (const receiver of this.receivers) receiver.socket.send(JSON.stringify(text))
    setTimeout(() => this.follow(), againAfterMs).unref()
  }
}
