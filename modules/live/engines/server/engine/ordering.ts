/** Puts packets in order again. It waits for a missing packet for a while, then gives up. */
import { sequenceDistance, sequenceOf } from './rtp.ts'

const bufferedMax = 2000

export class Ordering {
  private readonly patienceMs: number
  private readonly take: (packet: Buffer, isAfterGap: boolean) => void
  private readonly buffered = new Map<number, Buffer>()
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
    this.buffered.set(sequence, packet)
    this.deliver(false)
    this.tick(now)
  }

  /** Gives up on packets that are missing too long. The caller calls this again and again. */
  tick(now: number): void {
    if (this.buffered.size === 0) {
      this.waitsSince = undefined
      return
    }
    this.waitsSince ??= now
    if (now - this.waitsSince < this.patienceMs && this.buffered.size < bufferedMax) return
    const { next = 0 } = this
    let closest = Number.POSITIVE_INFINITY
    for (const sequence of this.buffered.keys()) closest = Math.min(closest, sequenceDistance(next, sequence))
    this.next = (next + closest) & 0xffff
    this.deliver(true)
    this.waitsSince = this.buffered.size > 0 ? now : undefined
  }

  private deliver(isAfterGap: boolean): void {
    let gap = isAfterGap
    for (;;) {
      if (this.next === undefined) return
      const packet = this.buffered.get(this.next)
      if (!packet) return
      this.buffered.delete(this.next)
      this.next = (this.next + 1) & 0xffff
      this.waitsSince = undefined
      this.take(packet, gap)
      gap = false
    }
  }
}
