/** The other end of `fetch`: what was sent, and what is answered. */
import { vi } from 'vitest'

export interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
}

export interface Answer {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The network fails instead. */
  readonly broken?: true
  /** Nothing is ever answered. */
  readonly silent?: true
}

type Respond = (request: Sent) => Answer

export const sent: Sent[] = []
let respond: Respond = () => ({ json: {} })

/** Answers every request by the function; forgets what was sent so far. */
export function serve(next: Respond): void {
  sent.length = 0
  respond = next
}

async function fakeFetch(input: string, init: RequestInit): Promise<Response> {
  const request: Sent = {
    method: init.method ?? 'GET',
    url: new URL(input, 'http://host'),
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? init.body : '',
  }
  sent.push(request)
  const answer = respond(request)
  if (answer.broken) throw new TypeError('Failed to fetch')
  if (answer.silent) return untilAborted(init.signal)
  const { status = 200, json, text = JSON.stringify(json ?? {}), headers = {} } = answer
  return new Response(text, { status, headers })
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

vi.stubGlobal('fetch', fakeFetch)
