/**
 * While the page starts, reads of the same moment travel in one request (decision 112): who is signed in, the look of the
 * company, the counts above, what the first screen shows. Each is answered like a call of its own, as soon as the server
 * has it. Later calls go alone.
 */

/** Of the server's `together.ts`. */
const PATH = '/api/v1/system/calls'
const BASE_LENGTH = '/api/v1'.length
const CALLS_MAX = 24
/** A page that takes longer to start asks for the rest one by one. */
const START_MS = 8000

interface Waiting {
  readonly url: string
  readonly init: RequestInit
  readonly resolve: (response: Response) => void
  readonly reject: (error: unknown) => void
}

let waiting: Waiting[] = []
/** The page is starting; no longer so when another screen is opened, or where the server doesn't know how. */
let isStarting = false

/** From here on, until the page has started. */
export function askTogetherAtStart(): void {
  isStarting = true
  addEventListener('hashchange', () => {
    isStarting = false
  })
}

/** Like `fetch` of a GET. */
export function askTogether(url: string, init: RequestInit): Promise<Response> {
  if (!isStarting || performance.now() > START_MS) return fetch(url, init)
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) void endOfMoment().then(sendWaiting)
    waiting.push({ url, init, resolve, reject })
  })
}

/** What is asked in one go is asked before these turns are over, also where a call waits for a promise that is there. */
const TURNS = 8

async function endOfMoment(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
}

const alone = ({ url, init, resolve, reject }: Waiting) => void fetch(url, init).then(resolve, reject)
const headersOf = ({ init }: Waiting) => JSON.stringify(init.headers)

function sendWaiting(): void {
  const asked = waiting
  waiting = []
  for (const headers of new Set(asked.map(headersOf))) {
    const calls = asked.filter((call) => headersOf(call) === headers)
    for (let at = 0; at < calls.length; at += CALLS_MAX) sendGroup(calls.slice(at, at + CALLS_MAX))
  }
}

function sendGroup(calls: readonly Waiting[]): void {
  if (calls.length === 1) {
    calls.forEach(alone)
    return
  }
  const open = new Map(calls.entries())
  const request = new AbortController()
  for (const [index, { init, reject }] of open) {
    const giveUp = () => {
      if (!open.delete(index)) return
      reject(init.signal?.reason)
      if (open.size === 0) request.abort()
    }
    if (init.signal?.aborted) giveUp()
    else init.signal?.addEventListener('abort', giveUp)
  }
  read(calls, open, request.signal).catch((error: unknown) => {
    for (const { reject } of open.values()) reject(error)
  })
}

async function read(calls: readonly Waiting[], open: Map<number, Waiting>, signal: AbortSignal): Promise<void> {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: { ...(calls[0]?.init.headers as Record<string, string>), 'Content-Type': 'application/json' },
    body: JSON.stringify({ calls: calls.map(({ url }) => url.slice(BASE_LENGTH)) }),
    signal,
    cache: 'no-store',
  })
  if (response.status === 404 || response.status === 405) {
    isStarting = false
    open.forEach(alone)
    return
  }
  if (!response.ok || !response.body) {
    const body = await response.text()
    for (const { resolve } of open.values())
      resolve(new Response(body, { status: response.status, headers: response.headers }))
    return
  }
  for await (const line of linesOf(response.body)) answer(line, open)
  // The server went away before it had answered them all.
  const headers = { 'Retry-After': '2' }
  for (const { resolve } of open.values()) resolve(new Response('{}', { status: 503, headers }))
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function answer(line: string, open: Map<number, Waiting>): void {
  const [, index, status, retryAfter, body] = /^(\d+) (\d+) (\S+) (.*)$/s.exec(line) ?? []
  const call = open.get(Number(index))
  if (!call) return
  open.delete(Number(index))
  const headers: HeadersInit = retryAfter === undefined || retryAfter === '-' ? {} : { 'Retry-After': retryAfter }
  call.resolve(new Response(body, { status: Number(status), headers }))
}
