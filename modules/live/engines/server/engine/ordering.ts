/** Packets in their order again: one that is missing is waited for, for a while, then given up. */
import { sequenceDistance, sequenceOf } from './rtp.ts'

const heldMax = 2000

export class Ordering {
  private readonly patienceMs: number
  private readonly take: (packet: Buffer, isAfterGap: boolean) => void
  private readonly held = new Map<number, Buffer>()
  private next: number | undefined
  private waitsSince: number | undefined

  constructor(patienceMs: number, take: (packet: Buffer, isAfterGap: boolean) => void) {
    this.patienceMs = patienceMs
    this.take = take
  }

  push(packet: Buffer, now: number): void {
    const sequence = sequenceOf(packet)
    this.next ??= sequence
    if (sequenceDistance(this.next, sequence) < 0) return
    this.held.set(sequence, packet)
    this.hand(false)
    this.tend(now)
  }

  /** Gives up what was waited for too long. To be called again and again. */
  tend(now: number): void {
    if (this.held.size === 0) {
      this.waitsSince = undefined
      return
    }
    this.waitsSince ??= now
    if (now - this.waitsSince < this.patienceMs && this.held.size < heldMax) return
    const { next = 0 } = this
    let nearest = Number.POSITIVE_INFINITY
    for (const sequence of this.held.keys()) nearest = Math.min(nearest, sequenceDistance(next, sequence))
    this.next = (next + nearest) & 0xffff
    this.hand(true)
    this.waitsSince = this.held.size > 0 ? now : undefined
  }

  private hand(isAfterGap: boolean): void {
    let gap = isAfterGap
    for (;;) {
      if (this.next === undefined) return
      const packet = this.held.get(this.next)
      if (!packet) return
      this.held.delete(this.next)
      this.next = (this.next + 1) & 0xffff
      this.waitsSince = undefined
      this.take(packet, gap)
      gap = false
    }
  }
}
