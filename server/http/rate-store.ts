/**
 * Where `@fastify/rate-limit` counts the calls of an address: in the database, for all server processes together. A flood
 * takes at most one connection for each route and address: what arrives while a count is under way is counted together
 * by the next one, and an address that is over its limit is refused by memory until its window ends.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Connection } from '../db/connection.ts'
import { countInWindow } from '../db/rates.ts'

/** The plugin gives each route a child, with the route's name and window. */
interface RouteOptions {
  readonly routeInfo?: { readonly method?: string | readonly string[]; readonly url?: string }
}

type Counted = Parameters<FastifyRateLimitStore['incr']>[1]

/** Windows that are kept in memory; beyond them, those that are over make room, then the oldest. */
const fullMax = 10_000

/** Windows of which the limit is reached, by their keys, with the instants at which they end. */
class FullWindows {
  readonly #ends = new Map<string, number>()

  add(key: string, endsAt: number, now: number): void {
    if (this.#ends.size >= fullMax) this.#makeRoom(now)
    this.#ends.set(key, endsAt)
  }

  /** When the window of the key ends, where it is full. One that ends late was opened while the clock was ahead. */
  endOf(key: string, windowMs: number, now: number): number | undefined {
    const endsAt = this.#ends.get(key)
    if (endsAt === undefined || (endsAt > now && endsAt <= now + 2 * windowMs)) return endsAt
    this.#ends.delete(key)
    return undefined
  }

  #makeRoom(now: number): void {
    for (const [key, endsAt] of this.#ends) if (endsAt <= now) this.#ends.delete(key)
    const [oldest] = this.#ends.keys()
    if (this.#ends.size >= fullMax && oldest !== undefined) this.#ends.delete(oldest)
  }
}

interface Call {
  readonly windowMs: number
  readonly max: number
  readonly counted: Counted
}

export function rateStore(db: Connection): FastifyRateLimitStoreCtor {
  const full = new FullWindows()
  /** Calls that wait, by their keys; a key is here while a statement counts it. */
  const waiting = new Map<string, Call[]>()

  const refuse = ({ max, counted }: Call, endsAt: number, now: number) =>
    counted(null, { current: max + 1, ttl: Math.max(0, endsAt - now) })

  const count = async (key: string, calls: readonly Call[]) => {
    const [{ windowMs, max }] = calls as [Call]
    const now = Date.now()
    try {
      const window = await countInWindow(db, key, windowMs, now, calls.length)
      const before = window.count - calls.length
      if (window.count > max) full.add(key, window.endsAt, now)
      const ttl = Math.max(0, window.endsAt - now)
      for (const [index, { counted }] of calls.entries()) counted(null, { current: before + index + 1, ttl })
    } catch (error) {
      for (const { counted } of calls) counted(error as Error)
    }
  }

  const countAll = async (key: string, first: readonly Call[]) => {
    for (let calls = first; calls.length > 0; calls = waiting.get(key) ?? []) {
      waiting.set(key, [])
      const now = Date.now()
      const endsAt = full.endOf(key, first[0]?.windowMs ?? 0, now)
      if (endsAt === undefined) await count(key, calls)
      else for (const call of calls) refuse(call, endsAt, now)
    }
    waiting.delete(key)
  }

  return class RateStore implements FastifyRateLimitStore {
    readonly route: string

    constructor(options: object) {
      const { routeInfo } = options as RouteOptions
      this.route = `${routeInfo?.method ?? ''} ${routeInfo?.url ?? ''}`
    }

    incr(address: string, counted: Counted, windowMs = 60_000, max = Number.POSITIVE_INFINITY): void {
      const key = `${this.route} ${address}`
      const call = { windowMs, max, counted }
      const line = waiting.get(key)
      if (line) line.push(call)
      else void countAll(key, [call])
    }

    child(options: object): FastifyRateLimitStore {
      return new RateStore(options)
    }
  }
}
