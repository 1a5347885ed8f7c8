/**
 * The room's main picture as bytes, for browsers that play a stream. Each process reads a feed once. A slow receiver
 * loses pieces up to the next key piece, and nobody waits for it.
 */
import type { WebSocket } from 'ws'
import type { StreamText } from '../../contract/socket.ts'
import type { RoomMedia } from './media.ts'

/** The limit of unsent bytes for one receiver. Above it pieces are dropped, until most of them are sent. */
const waitingBytesMax = 1_500_000
const drainedBytes = 256_000
/** The bytes since the last key piece; a feed without a key piece for this long is not buffered. */
const bufferedBytesMax = 8_000_000

/** The engine announces the end of a feed; until then the process does not request its stream again and again. */
const retryMs = 1000

const kinds = { initialization: 0, piece: 1, key: 2 } as const

function frame(kind: keyof typeof kinds, bytes: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(bytes.byteLength + 1)
  framed[0] = kinds[kind]
  framed.set(bytes, 1)
  return framed
}

interface Receiver {
  readonly socket: WebSocket
  /** Waits for a key piece. */
  waits: boolean
}

interface Playing {
  readonly feedId: string
  readonly stop: () => void
  header: { readonly text: string; readonly initialization: Buffer } | undefined
  /** From the last key piece. */
  buffered: Buffer[]
  bufferedBytes: number
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
    if (this.playing?.header) this.begin(receiver, this.playing)
    else this.follow()
  }

  /** After every change of the feeds: plays the main feed while somebody watches. */
  follow(): void {
    const feed = this.receivers.size > 0 ? this.media.mainFeed : undefined
    if (feed?.id === this.playing?.feedId) return
    this.silence()
    if (!feed || !this.media.engine.stream) return
    const playing: Playing = { feedId: feed.id, stop: () => {}, header: undefined, buffered: [], bufferedBytes: 0 }
    this.playing = playing
    const stop = this.media.engine.stream(this.roomId, feed.id, {
      start: (mimeType, initialization) => this.start(playing, mimeType, initialization),
      data: (bytes, key) => this.deliver(playing, bytes, key),
      end: () => this.end(playing),
    })
    // The stream may have started, and even ended, before the function returned.
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
    playing.header = { text: JSON.stringify(text), initialization: frame('initialization', initialization) }
    playing.buffered = []
    playing.bufferedBytes = 0
    for (const receiver of this.receivers) this.begin(receiver, playing)
  }

  private begin(receiver: Receiver, playing: Playing): void {
    if (!playing.header) return
    receiver.socket.send(playing.header.text)
    receiver.socket.send(playing.header.initialization)
    receiver.waits = playing.buffered.length === 0
    for (const piece of playing.buffered) receiver.socket.send(piece)
  }

  private deliver(playing: Playing, bytes: Uint8Array, key: boolean): void {
    if (this.playing !== playing || !playing.header) return
    const piece = frame(key ? 'key' : 'piece', bytes)
    if (key || playing.bufferedBytes > bufferedBytesMax) {
      playing.buffered = []
      playing.bufferedBytes = 0
    }
    if (key || playing.buffered.length > 0) {
      playing.buffered.push(piece)
      playing.bufferedBytes += piece.byteLength
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
    setTimeout(() => this.follow(), retryMs).unref()
  }
}
