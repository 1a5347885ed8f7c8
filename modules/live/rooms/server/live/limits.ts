/**
 * The request limits of a person in a room, token buckets. This process counts the requests of all connections that the
 * person has here, and refuses a flood without asking anybody. What has a rate of its own is counted once more in the database
 * (`server/db/rates.ts`), for the connections to other processes.
 */
import type { TokenRate } from '#server/db/rates.ts'
import type { RoomOp } from '../../contract/policy.ts'

const overall: TokenRate = { perSecond: 20, burst: 60 }
export const rates: Partial<Record<RoomOp, TokenRate>> = {
  'chat.send': { perSecond: 1, burst: 5 },
  'question.ask': { perSecond: 0.2, burst: 3 },
  'question.vote': { perSecond: 2, burst: 10 },
  'stage.raiseHand': { perSecond: 0.5, burst: 4 },
  'people.list': { perSecond: 2, burst: 6 },
  'sign.list': { perSecond: 2, burst: 6 },
  'media.publish': { perSecond: 1, burst: 8 },
  'media.subscribe': { perSecond: 4, burst: 20 },
  'media.stream': { perSecond: 0.5, burst: 4 },
  like: { perSecond: 2, burst: 6 },
  reward: { perSecond: 0.5, burst: 3 },
}
/** No person causes this many refusals in a row. */
const refusedMax = 100

class Bucket {
  private readonly rate: TokenRate
  private level: number
  private at: number

  constructor(rate: TokenRate, at: number) {
    this.rate = rate
    this.level = rate.burst
    this.at = at
  }

  take(now: number): boolean {
    this.level = Math.min(this.rate.burst, this.level + ((now - this.at) / 1000) * this.rate.perSecond)
    this.at = now
    if (this.level < 1) return false
    this.level -= 1
    return true
  }
}

/** `now` in milliseconds of a monotonic clock. */
export class Limiter {
  private readonly buckets = new Map<string, Bucket>()
  private refused = 0

  /** `flood`: close the connection. */
  check(op: RoomOp, now: number): 'yes' | 'later' | 'flood' {
    const allowed = this.bucket('', overall, now).take(now) && this.ownRate(op, now)
    this.refused = allowed ? 0 : this.refused + 1
    if (allowed) return 'yes'
    return this.refused > refusedMax ? 'flood' : 'later'
  }

  private ownRate(op: RoomOp, now: number): boolean {
    const rate = rates[op]
    return rate === undefined || this.bucket(op, rate, now).take(now)
  }

  private bucket(name: string, rate: TokenRate, now: number): Bucket {
    const known = this.buckets.get(name)
    if (known) return known
    const bucket = new Bucket(rate, now)
    this.buckets.set(name, bucket)
    return bucket
  }
}
