/** Plays a feed from the messages of a stream (`contract/stream.ts`), close to the live edge, with MediaSource. */
import { readStreamMessage } from '../contract.ts'

export type MseState = 'waiting' | 'playing' | 'ended' | 'unsupported'

const targetDelaySeconds = 0.35
const jumpBeyondSeconds = 3
const keepSeconds = 15
const tickMs = 250

type MediaSourceClass = typeof MediaSource

/** Safari on iPhones has only the managed kind. */
function mediaSourceClass(): MediaSourceClass | undefined {
  const scope = globalThis as { ManagedMediaSource?: MediaSourceClass; MediaSource?: MediaSourceClass }
  return scope.MediaSource ?? scope.ManagedMediaSource
}

export function canPlayStream(): boolean {
  return mediaSourceClass()?.isTypeSupported('video/webm; codecs="vp8, opus"') ?? false
}

export class MseStream {
  private readonly video: HTMLVideoElement
  private readonly onState: (state: MseState) => void
  private source: MediaSource | undefined
  private buffer: SourceBuffer | undefined
  private url: string | undefined
  private queue: BufferSource[] = []
  private readonly timer: ReturnType<typeof setInterval>

  constructor(video: HTMLVideoElement, onState: (state: MseState) => void = () => {}) {
    this.video = video
    this.onState = onState
    this.timer = setInterval(() => this.tick(), tickMs)
    video.addEventListener('playing', this.playing)
  }

  private readonly playing = () => this.onState('playing')

  /** One message of the room's stream socket (`binaryType = 'arraybuffer'`). */
  push(message: ArrayBuffer): void {
    const read = readStreamMessage(new Uint8Array(message))
    if (read?.kind === 'start') this.begin(read.mimeType, read.initialization)
    else if (read?.kind === 'data') this.append(read.bytes)
    else if (read?.kind === 'end') this.onState('ended')
  }

  close(): void {
    clearInterval(this.timer)
    this.video.removeEventListener('playing', this.playing)
    this.release()
    this.video.removeAttribute('src')
    this.video.load()
  }

  private release(): void {
    this.source = undefined
    this.buffer = undefined
    this.queue = []
    if (this.url !== undefined) URL.revokeObjectURL(this.url)
    this.url = undefined
  }

  /** A stream that restarts (camera on or off, the speaker came back) is a new source in the same element. */
  private begin(mimeType: string, initialization: Uint8Array<ArrayBuffer>): void {
    this.release()
    const Source = mediaSourceClass()
    if (!Source?.isTypeSupported(mimeType)) {
      this.onState('unsupported')
      return
    }
    this.onState('waiting')
    const source = new Source()
    this.source = source
    this.queue = [initialization]
    this.url = URL.createObjectURL(source)
    this.video.disableRemotePlayback = true
    this.video.src = this.url
    source.addEventListener('sourceopen', () => {
      if (this.source !== source) return
      this.buffer = source.addSourceBuffer(mimeType)
      this.buffer.addEventListener('updateend', () => this.feed())
      this.feed()
    })
    void this.video.play().catch(() => {})
  }

  private append(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.source) return
    this.queue.push(bytes)
    this.feed()
  }

  private feed(): void {
    const { buffer } = this
    if (!buffer || buffer.updating || this.source?.readyState !== 'open') return
    const next = this.queue.shift()
    if (!next) return
    try {
      buffer.appendBuffer(next)
    } catch {
      // The buffer is full: remove played data, then append the piece.
      this.queue.unshift(next)
      this.forget(2)
    }
  }

  private forget(seconds: number): void {
    const { buffer, video } = this
    if (!buffer || buffer.updating || buffer.buffered.length === 0) return
    const until = video.currentTime - seconds
    if (until > buffer.buffered.start(0)) buffer.remove(buffer.buffered.start(0), until)
  }

  /** Keeps close to the live edge: a little faster or slower, and a jump if it is far behind or stands in a gap. */
  private tick(): void {
    const { video, buffer } = this
    if (!buffer || buffer.buffered.length === 0) return
    const last = buffer.buffered.length - 1
    const [start, end] = [buffer.buffered.start(last), buffer.buffered.end(last)]
    const behind = end - video.currentTime
    if (video.currentTime < start || behind > jumpBeyondSeconds || behind < -1)
      video.currentTime = Math.max(start, end - targetDelaySeconds)
    else video.playbackRate = behind > targetDelaySeconds * 2 ? 1.1 : behind < targetDelaySeconds / 3 ? 0.95 : 1
    if (video.currentTime - buffer.buffered.start(0) > keepSeconds * 2) this.forget(keepSeconds)
  }
}
