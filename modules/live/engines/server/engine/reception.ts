/**
 * The reception of one RTP stream: which packets are missing and must be requested again, and the report for the
 * sender. Pure: the caller supplies the time, and sends the answered packets.
 */
import { negativeAcknowledgement, type ReportBlock, receiverReport, type SenderTime } from './rtcp.ts'
import { sequenceDistance, sequenceOf, ssrcOf, timestampOf } from './rtp.ts'

/** A gap this wide is no loss: the stream has restarted. */
const gapMax = 300
const retryMs = 60
const requestsMax = 8
const giveUpMs = 1000

interface Missing {
  readonly since: number
  requestedAt: number
  requests: number
}

export class Reception {
  private readonly ownSsrc: number
  private readonly clockRate: number
  private readonly missing = new Map<number, Missing>()
  /** The sender's number; undefined before the first packet. */
  ssrc: number | undefined
  private highest = 0
  private wraps = 0
  private first = 0
  private received = 0
  private expectedBefore = 0
  private receivedBefore = 0
  private jitter = 0
  private transit: number | undefined
  private senderTime: SenderTime | undefined
  private senderTimeAt = 0
  recovered = 0
  givenUp = 0

  constructor(ownSsrc: number, clockRate: number) {
    this.ownSsrc = ownSsrc
    this.clockRate = clockRate
  }

  take(packet: Buffer, now: number): void {
    const sequence = sequenceOf(packet)
    const ssrc = ssrcOf(packet)
    if (ssrc !== this.ssrc) this.begin(ssrc, sequence)
    this.received += 1
    const distance = sequenceDistance(this.highest, sequence)
    if (distance > 0) this.advance(sequence, distance, now)
    else if (this.missing.delete(sequence)) this.recovered += 1
    this.measure(timestampOf(packet), now)
  }

  takeSenderTime(time: SenderTime, now: number): void {
    this.senderTime = time
    this.senderTimeAt = now
  }

  /** The request for missing packets, if one is due now; undefined: none. */
  acknowledgement(now: number): Buffer | undefined {
    if (this.ssrc === undefined || this.missing.size === 0) return undefined
    const due: number[] = []
    for (const [sequence, missing] of this.missing) {
      if (missing.requests >= requestsMax || now - missing.since > giveUpMs) {
        this.missing.delete(sequence)
        this.givenUp += 1
      } else if (now - missing.requestedAt >= retryMs) {
        missing.requestedAt = now
        missing.requests += 1
        due.push(sequence)
      }
    }
    // In the order in which they were sent, also across the wrap.
    due.sort((left, right) => sequenceDistance(right, left))
    return due.length === 0 ? undefined : negativeAcknowledgement(this.ownSsrc, this.ssrc, due)
  }

  report(now: number): Buffer | undefined {
    return this.ssrc === undefined ? undefined : receiverReport(this.ownSsrc, this.block(this.ssrc, now))
  }

  private block(ssrc: number, now: number): ReportBlock {
    const highestSequence = this.wraps * 0x1_0000 + this.highest
    const expected = highestSequence - this.first + 1
    const expectedNow = expected - this.expectedBefore
    const receivedNow = this.received - this.receivedBefore
    this.expectedBefore = expected
    this.receivedBefore = this.received
    const lostNow = expectedNow - receivedNow
    const { senderTime } = this
    return {
      ssrc,
      fractionLost: expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow / expectedNow) * 256)) : 0,
      packetsLost: Math.max(0, expected - this.received),
      highestSequence,
      jitter: Math.floor(this.jitter),
      lastReport: senderTime ? (((senderTime.ntpSeconds & 0xffff) << 16) | (senderTime.ntpFraction >>> 16)) >>> 0 : 0,
      sinceLastReport: senderTime ? Math.floor((now - this.senderTimeAt) * 65.536) : 0,
    }
  }

  private begin(ssrc: number, sequence: number): void {
    this.ssrc = ssrc
    this.highest = sequence
    this.first = sequence
    this.wraps = 0
    this.received = 0
    this.expectedBefore = 0
    this.receivedBefore = 0
    this.transit = undefined
    this.senderTime = undefined
    this.missing.clear()
  }

  private advance(sequence: number, distance: number, now: number): void {
    if (distance >= gapMax) this.missing.clear()
    else
      for (let step = 1; step < distance; step += 1)
        this.missing.set((this.highest + step) & 0xffff, { since: now, requestedAt: 0, requests: 0 })
    if (sequence < this.highest) this.wraps += 1
    this.highest = sequence
  }

  private measure(timestamp: number, now: number): void {
    const transit = (now * this.clockRate) / 1000 - timestamp
    if (this.transit !== undefined) {
      const change = Math.abs(transit - this.transit)
      // The timestamp wraps round, or the sender changed its clock.
      if (change < this.clockRate * 10) this.jitter += (change - this.jitter) / 16
    }
    this.transit = transit
  }
}
