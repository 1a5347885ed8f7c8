/** Frames from the RTP packets of a feed: in order, complete, and with their capture time. */
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
  /** A key frame of video. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** How long to wait for a missing packet. The engine may request it several times meanwhile. */
const patienceMs = { audio: 250, video: 600 } as const
/** A camera picture never comes near this size. */
const frameBytesMax = 4 * 1024 * 1024

export class Frames {
  private readonly medium: Medium
  private readonly take: (frame: Frame) => void
  private readonly requestKey: () => void
  private readonly ordering: Ordering
  private parts: Buffer[] = []
  private partsBytes = 0
  private needsKey: boolean
  /** A time of the stream and the clock time that it stands for. The sender's own report corrects it. */
  private origin: { readonly timestamp: number; readonly at: number } | undefined

  constructor(medium: Medium, take: (frame: Frame) => void, requestKey: () => void = () => {}) {
    this.medium = medium
    this.take = take
    this.requestKey = requestKey
    this.needsKey = medium === 'video'
    this.ordering = new Ordering(patienceMs[medium], (packet, isAfterGap) => this.ordered(packet, isAfterGap))
  }

  push(packet: Buffer, now: number): void {
    this.origin ??= { timestamp: timestampOf(packet), at: now }
    this.ordering.push(packet, now)
  }

  tick(now: number): void {
    this.ordering.tick(now)
  }

  /** The sender reports its clock time for a timestamp. `clockAhead`: how far its clock is ahead of ours. */
  align(time: SenderTime, clockAhead: number): void {
    this.origin = { timestamp: time.timestamp, at: ntpMs(time) - clockAhead }
  }

  private timeOf(packet: Buffer): number {
    const { timestamp, at } = this.origin ?? { timestamp: 0, at: 0 }
    const then = timestampOf(packet)
    const distance = timestampDistance(timestamp, then)
    const time = at + (distance / clockRates[this.medium]) * 1000
    // The origin moves with the stream, so that the wrap of the numbers never comes near.
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
    if (isAfterGap) this.waitForKey()
    const read = readVp8(payload)
    if (!read) {
      this.waitForKey()
      return
    }
    if (read.isFrameStart) this.parts = []
    else if (this.parts.length === 0) return
    this.partsBytes = (read.isFrameStart ? 0 : this.partsBytes) + read.bytes.length
    if (this.partsBytes > frameBytesMax) {
      this.waitForKey()
      return
    }
    this.parts.push(read.bytes)
    if (!hasMarker(packet)) return
    const bytes = Buffer.concat(this.parts)
    this.parts = []
    const key = isVp8Key(bytes)
    if (this.needsKey && !key) {
      this.requestKey()
      return
    }
    const size = key ? vp8Size(bytes) : undefined
    if (key && !size) {
      this.waitForKey()
      return
    }
    this.needsKey = false
    this.take({ medium: 'video', at: this.timeOf(packet), key, bytes, size })
  }

  /** Later pictures depend on the lost one, until the next key frame. */
  private waitForKey(): void {
    this.parts = []
    this.needsKey = true
    this.requestKey()
  }
}
