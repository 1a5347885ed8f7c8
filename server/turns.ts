/**
 * Work that takes a processor for long, in turns: so much of it at once, and the rest waits in line. What would wait too
 * long is answered that the server is busy.
 */
import { Unavailable } from './unavailable.ts'

export interface TurnLimits {
  readonly atOnce: number
  readonly waitingMax: number
  readonly waitMsMax: number
}

export class Turns {
  private readonly limits: TurnLimits
  private readonly waiting: (() => void)[] = []
  private running = 0

  constructor(limits: TurnLimits) {
    this.limits = limits
  }

  /** `first`: the caller holds a connection or a lock, so it waits before all who hold nothing. */
  async run<T>(work: () => Promise<T>, { first = false } = {}): Promise<T> {
    if (this.running < this.limits.atOnce) this.running++
    else await this.wait(first)
    try {
      return await work()
    } finally {
      // The turn goes to the next in line, so nobody who comes later can take it.
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }

  private wait(first: boolean): Promise<void> {
    const { waitingMax, waitMsMax } = this.limits
    if (this.waiting.length >= waitingMax && !first) throw new Unavailable('too much work waits')
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(begin), 1)
        reject(new Unavailable('the work waited too long'))
      }, waitMsMax)
      if (first) this.waiting.unshift(begin)
      else this.waiting.push(begin)
    })
  }
}
