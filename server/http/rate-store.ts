/** Where `@fastify/rate-limit` counts the calls of an address: in the database, for all server processes together. */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Connection } from '../db/connection.ts'
import { countInWindow } from '../db/rates.ts'

/** The plugin gives each route a child, with the route's name and window. */
interface RouteOptions {
  readonly routeInfo?: { readonly method?: string | readonly string[]; readonly url?: string }
}

type Counted = Parameters<FastifyRateLimitStore['incr']>[1]

export function rateStore(db: Connection): FastifyRateLimitStoreCtor {
  return class RateStore implements FastifyRateLimitStore {
    readonly route: string

    constructor(options: object) {
      const { routeInfo } = options as RouteOptions
      this.route = `${routeInfo?.method ?? ''} ${routeInfo?.url ?? ''}`
    }

    incr(address: string, counted: Counted, windowMs = 60_000): void {
      const now = Date.now()
      countInWindow(db, `${this.route} ${address}`, windowMs, now).then(
        ({ count, endsAt }) => counted(null, { current: count, ttl: Math.max(0, endsAt - now) }),
        (error: Error) => counted(error),
      )
    }

    child(options: object): FastifyRateLimitStore {
      return new RateStore(options)
    }
  }
}
