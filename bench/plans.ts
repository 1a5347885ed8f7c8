/** The requests that are measured, described so that another process can make them. */

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/**
 * A request of each of many actors. In path and body `{sequence}` is the milliseconds since the measurement began (it
 * only grows), `{from}` and `{to}` a piece of a video that has not been watched yet.
 */
export interface RequestPlan {
  readonly name: string
  readonly requests: readonly Request[]
  /** The floor hashes this as well: what the call costs besides SQL. */
  readonly argon2?: { readonly hash: string; readonly password: string }
  /** Its smallest floor is a write, not a read. */
  readonly isWrite?: true
  /** The product refuses it: who comes too late. */
  readonly isRefused?: true
  /** Run on the database before each round. */
  readonly cleanUp?: string
}

/** The request of an actor; each has an address of its own, so that no rate limit stops the measurement. */
export function requestOf(plan: RequestPlan, actor: number, base: number, count: number): Request {
  const request = plan.requests[actor % plan.requests.length]
  if (!request) throw new Error(`${plan.name} has no requests`)
  const headers = {
    ...request.headers,
    'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
  }
  if (request.body === undefined) return { ...request, headers }
  const sequence = Date.now() - base + (count % 2)
  const from = Math.floor(sequence / 100)
  const body = request.body
    .replace('"{sequence}"', String(sequence))
    .replace('"{from}"', String(from))
    .replace('"{to}"', String(from + 20))
  return { ...request, headers, body }
}

export interface BenchCaller {
  readonly token: string
}

/** Who makes the calls: learners, each with a course that they may study, and one who manages. */
export interface Walkers {
  readonly learners: readonly (BenchCaller & { readonly courseId: string })[]
  readonly director: BenchCaller
}
