/**
 * Joins the packets of one feed's successive senders into one unbroken stream. Numbers and times go on when another
 * peer replaces the sender, and after the host mutes and unmutes. So receivers stay connected, and never ask for
 * packets that nobody sent.
 */
import { sequenceDistance, sequenceOf, timestampDistance, timestampOf } from './rtp.ts'

export class Continuity {
  private readonly ssrc: number
  private readonly payloadType: number
  private readonly clockRate: number
  private sequenceShift = 0
  timestampShift = 0
  private lastSequence: number
  private lastTimestamp: number
  private lastAt: number | undefined
  /** The source's number of the first packet that counts; undefined: the next packet is the first. */
  private firstSequence: number | undefined
  private isNewSource = true

  constructor(options: {
    readonly ssrc: number
    readonly payloadType: number
    readonly clockRate: number
    readonly sequence: number
    readonly timestamp: number
  }) {
    this.ssrc = options.ssrc
    this.payloadType = options.payloadType
    this.clockRate = options.clockRate
    this.lastSequence = options.sequence
    this.lastTimestamp = options.timestamp
  }

  get isBroken(): boolean {
    return this.firstSequence === undefined
  }

  /** The next packet follows the last one without a gap. */
  break(isNewSource: boolean): void {
    this.firstSequence = undefined
    this.isNewSource ||= isNewSource
  }

  /** Rewrites the packet in place. Answers false for a packet from before the break, which no receiver needs. */
  rewrite(packet: Buffer, now: number): boolean {
    const sequence = sequenceOf(packet)
    const timestamp = timestampOf(packet)
    if (this.firstSequence === undefined) this.join(sequence, timestamp, now)
    else if (sequenceDistance(this.firstSequence, sequence) < 0) return false
    const written = (sequence + this.sequenceShift) & 0xffff
    if (sequenceDistance(this.lastSequence, written) > 0) {
      this.lastSequence = written
      this.lastTimestamp = (timestamp + this.timestampShift) >>> 0
      this.lastAt = now
      // A large distance from the break, so that the wrap of the numbers causes no confusion.
      const { firstSequence } = this
      if (firstSequence !== undefined && sequenceDistance(firstSequence, sequence) > 0x4000)
        this.firstSequence = (sequence - 0x2000) & 0xffff
    }
    packet[1] = ((packet[1] ?? 0) & 0x80) | this.payloadType
    packet.writeUInt16BE(written, 2)
    packet.writeUInt32BE((timestamp + this.timestampShift) >>> 0, 4)
    packet.writeUInt32BE(this.ssrc, 8)
    return true
  }

  private join(sequence: number, timestamp: number, now: number): void {
    this.firstSequence = sequence
    this.sequenceShift = (this.lastSequence + 1 - sequence) & 0xffff
    if (!this.isNewSource && timestampDistance(this.lastTimestamp, timestamp + this.timestampShift) > 0) return
    const elapsedMs = this.lastAt === undefined ? 0 : Math.max(1, now - this.lastAt)
    const next = this.lastTimestamp + Math.ceil((elapsedMs * this.clockRate) / 1000)
    this.timestampShift = (next - timestamp) >>> 0
    this.isNewSource = false
  }
}
