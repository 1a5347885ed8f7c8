/** Frames out of the RTP packets of a feed: in order, whole, and with the time at which they were taken. */
import { Ordering } from './ordering.ts'
import { ntpMs, type SenderTime } from './rtcp.ts'
import {
  clockRates,
  hasMarker,
  isVp8Key,
  type Medium,
  payloadOf,
  readVp8,
  timestampDistance,
  timestampOf,
  vp8Size,
} from './rtp.ts'

export interface Frame {
  readonly medium: Medium
  /** Milliseconds since 1970, by the engine's clock. */
  readonly at: number
  readonly key: boolean
  readonly bytes: Buffer
  /** Of a key frame of video. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** How long a missing packet is waited for: it may have been asked for several times meanwhile. */
const patienceMs = { audio: 250, video: 600 } as const
/** A picture of this machine's own camera never gets near it. */
const frameBytesMax = 4 * 1024 * 1024

export class Frames {
  private readonly medium: Medium
  private readonly take: (frame: Frame) => void
  private readonly wantKey: () => void
  private readonly ordering: Ordering
  private parts: Buffer[] = []
  private partsBytes = 0
  private needsKey: boolean
  /** A time of the stream and what it stands for; corrected by the sender's own word about it. */
  private origin: { readonly timestamp: number; readonly at: number } | undefined

  constructor(medium: Medium, take: (frame: Frame) => void, wantKey: () => void = () => {}) {
    this.medium = medium
    this.take = take
    this.wantKey = wantKey
    this.needsKey = medium === 'video'
    this.ordering = new Ordering(patienceMs[medium], (packet, isAfterGap) => this.ordered(packet, isAfterGap))
  }

  push(packet: Buffer, now: number): void {
    this.origin ??= { timestamp: timestampOf(packet), at: now }
    this.ordering.push(packet, now)
  }

  tend(now: number): void {
    this.ordering.tend(now)
  }

  /** The sender says at which time of its clock it took what. `clockAhead`: how far its clock is ahead of ours. */
  align(time: SenderTime, clockAhead: number): void {
    this.origin = { timestamp: time.timestamp, at: ntpMs(time) - clockAhead }
  }

  private timeOf(packet: Buffer): number {
    const { timestamp, at } = this.origin ?? { timestamp: 0, at: 0 }
    const then = timestampOf(packet)
    const distance = timestampDistance(timestamp, then)
    const time = at + (distance / clockRates[this.medium]) * 1000
    // The origin follows, so that the wrap of the numbers never comes near.
    if (distance > 0x2000_0000) this.origin = { timestamp: then, at: time }
    return time
  }

  private ordered(packet: Buffer, isAfterGap: boolean): void {
    const payload = payloadOf(packet)
    if (!payload || payload.length === 0) return
    if (this.medium === 'audio') this.take({ medium: 'audio', at: this.timeOf(packet), key: true, bytes: payload })
    else this.orderedVideo(packet, payload, isAfterGap)
  }

  private orderedVideo(packet: Buffer, payload: Buffer, isAfterGap: boolean): void {
    if (isAfterGap) this.spoil()
    const read = readVp8(payload)
    if (!read) {
      this.spoil()
      return
    }
    if (read.isFrameStart) this.parts = []
    else if (this.parts.length === 0) return
    this.partsBytes = (read.isFrameStart ? 0 : this.partsBytes) + read.bytes.length
    if (this.partsBytes > frameBytesMax) {
      this.spoil()
      return
    }
    this.parts.push(read.bytes)
    if (!hasMarker(packet)) return
    const bytes = Buffer.concat(this.parts)
    this.parts = []
    const key = isVp8Key(bytes)
    if (this.needsKey && !key) {
      this.wantKey()
      return
    }
    const size = key ? vp8Size(bytes) : undefined
    if (key && !size) {
      this.spoil()
      return
    }
    this.needsKey = false
    this.take({ medium: 'video', at: this.timeOf(packet), key, bytes, size })
  }

  /** What follows builds on what is lost, until the next key frame. */
  private spoil(): void {
    this.parts = []
    this.needsKey = true
    this.wantKey()
  }
}
