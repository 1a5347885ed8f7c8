/**
 * Where `@fastify/rate-limit` counts the calls of an address: in the database, for all server processes together. A flood
 * takes at most one connection for each route and address: what arrives while a count is under way is counted together
 * by the next one, and an address that is over its limit is refused by memory until its window ends.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Connection } from '../db/connection.ts'
import { countInWindow, type Window } from '../db/rates.ts'
import { isReadOnly } from '../unavailable.ts'

/** The plugin gives each route a child, with the route's name and window. */
interface RouteOptions {
  readonly routeInfo?: { readonly method?: string | readonly string[]; readonly url?: string }
}

type Counted = Parameters<FastifyRateLimitStore['incr']>[1]

/** Windows that are kept in memory; beyond them, those that are over make room, then the oldest. */
const keptMax = 10_000

/** Windows that this process keeps in memory, by their keys. */
class KeptWindows {
  readonly #windows = new Map<string, Window>()

  set(key: string, window: Window, now: number): void {
    if (this.#windows.size >= keptMax) this.#makeRoom(now)
    this.#windows.set(key, window)
  }

  /** The window of the key, unless it is over. One that ends late was opened while the clock was ahead. */
  get(key: string, windowMs: number, now: number): Window | undefined {
    const window = this.#windows.get(key)
    if (!window || (window.endsAt > now && window.endsAt <= now + 2 * windowMs)) return window
    this.#windows.delete(key)
    return undefined
  }

  #makeRoom(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= keptMax && oldest !== undefined) this.#windows.delete(oldest)
  }
}

interface Call {
  readonly windowMs: number
  readonly max: number
  readonly counted: Counted
}

export function rateStore(db: Connection): FastifyRateLimitStoreCtor {
  /** Windows of which the limit is reached. */
  const full = new KeptWindows()
  /** Windows that this process counts alone. */
  const own = new KeptWindows()
  /** Calls that wait, by their keys; a key is here while a statement counts it. */
  const waiting = new Map<string, Call[]>()

  const refuse = ({ max, counted }: Call, { endsAt }: Window, now: number) =>
    counted(null, { current: max + 1, ttl: Math.max(0, endsAt - now) })

  const countAlone = (key: string, windowMs: number, now: number, times: number): Window => {
    const known = own.get(key, windowMs, now) ?? { count: 0, endsAt: now + windowMs }
    const window = { ...known, count: known.count + times }
    own.set(key, window, now)
    return window
  }

  /** A database that is read-only counts nothing, but what only reads is still answered: each process counts for itself. */
  const countTogether = async (key: string, windowMs: number, now: number, times: number): Promise<Window> => {
    try {
      return await countInWindow(db, key, windowMs, now, times)
    } catch (error) {
      if (isReadOnly(error)) return countAlone(key, windowMs, now, times)
      throw error
    }
  }

  const count = async (key: string, calls: readonly Call[]) => {
    const [{ windowMs, max }] = calls as [Call]
    const now = Date.now()
    try {
      const window = await countTogether(key, windowMs, now, calls.length)
      const before = window.count - calls.length
      if (window.count > max) full.set(key, window, now)
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
      const reached = full.get(key, first[0]?.windowMs ?? 0, now)
      if (!reached) await count(key, calls)
      else for (const call of calls) refuse(call, reached, now)
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
