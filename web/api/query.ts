/**
 * Calls to the server, typed by their contract entries.
 *
 *     const rules = useQuery(q(settings.listRules))
 *     await call(settings.changeRule, { params: { key }, body: { value } })
 *
 * A GET is remembered by method, path and data for the entry's `cacheSeconds`, 10 s where it says nothing. A writing
 * call that succeeds makes everything read through the same contract old, and screens that show it read it again.
 */
import { type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, contractOf, type Endpoint, fillPath, type Output } from '#kit/contract.ts'
import type { Forecast } from '#kit/forecast.ts'
import { whileBusy } from './busy.ts'
import { CallError } from './call-error.ts'
import { type ReactionOptions, react } from './reactions.ts'
import { refreshToken } from './refresh.ts'
import { saveFile } from './save-file.ts'
import { fetchResponse, send, type WireRequest } from './send.ts'
import { getToken, type Token } from './token.ts'

const DEFAULT_CACHE_SECONDS = 10
/** The wide cache (SHELL-059). */
const WIDE_CACHE_SECONDS = 120
const FORGET_AFTER_MS = 300_000

export interface CallOptions extends ReactionOptions {
  /** How long a GET may be answered from memory: seconds, `wide` for 120 s; 0 always asks the server. */
  readonly cache?: number | 'wide'
  readonly signal?: AbortSignal
  /** Fails at once while the server is busy: for what the screen does without. A read waits for it otherwise. */
  readonly whileBusy?: 'fail'
  /** Of a request that moves something: made once for what the user means, so that a second try is no second request. */
  readonly idempotencyKey?: string
  /** Of a file: how many bytes have arrived so far. */
  readonly onReceived?: (bytes: number) => void
  /**
   * Entries of other contracts whose answers a writing call makes old as well. `nothing`: not even those of its own contract
   * are; the screen that saves what is being typed knows it already.
   */
  readonly outdates?: readonly Endpoint[] | 'nothing'
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** Input may be left out where the entry asks for none. */
export type Arguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      const options = (query.meta ?? {}) as ReactionOptions
      // A screen that already shows something is not taken away because of a later look.
      const quiet = options.quiet || query.state.data !== undefined
      if (error instanceof CallError) void react(error, { ...options, quiet })
    },
  }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

function wireRequest(
  entry: Endpoint,
  input: AnyInput,
  { signal, idempotencyKey }: Pick<CallOptions, 'signal' | 'idempotencyKey'> = {},
): WireRequest {
  return {
    method: entry.method,
    path: fillPath(entry.path, input.params),
    query: input.query,
    body: input.body,
    form: entry.form,
    security: entry.security,
    timeoutMs: entry.timeoutMs,
    signal,
    idempotencyKey,
  }
}

/** Runs the exchange with the token at hand; refused for a missing session it is run once more with a fresh one. */
export async function withToken<T>(exchange: (token: Token | undefined) => Promise<T>): Promise<T> {
  const token = getToken()
  try {
    return await exchange(token)
  } catch (error) {
    const expired = error instanceof CallError && error.status === 401 && error.errorCode === undefined
    if (!expired || !token) throw error
    const fresh = await refreshToken(token)
    if (!fresh) throw error
    return exchange(fresh)
  }
}

function cacheMs(entry: Endpoint, options: CallOptions): number {
  const wanted = options.cache === 'wide' ? WIDE_CACHE_SECONDS : options.cache
  return (wanted ?? entry.cacheSeconds ?? DEFAULT_CACHE_SECONDS) * 1000
}

/** Options for `useQuery`, `useSuspenseQuery` and the like, of a GET entry. */
export function q<E extends Endpoint>(entry: E, ...[input, options = {}]: Arguments<E>) {
  const given = (input ?? {}) as AnyInput
  const staleTime = cacheMs(entry, options)
  const read = (signal: AbortSignal) => withToken((token) => send(wireRequest(entry, given, { signal }), token))
  return queryOptions<Output<E>>({
    queryKey: [entry.method, fillPath(entry.path, given.params), given.query ?? {}],
    queryFn: ({ signal }) =>
      (options.whileBusy === 'fail' ? read(signal) : whileBusy(signal, () => read(signal))) as Promise<Output<E>>,
    staleTime,
    gcTime: Math.max(FORGET_AFTER_MS, staleTime),
    meta: { contract: contractOf(entry), quiet: options.quiet, handles: options.handles },
  })
}

/** Makes the call. Rejects with a CallError, after the screen has reacted to it as the options allow. */
export async function call<E extends Endpoint>(entry: E, ...[input, options = {}]: Arguments<E>): Promise<Output<E>> {
  if (entry.method === 'GET' && !entry.writes) {
    return queryClient.fetchQuery(q(entry, ...([input, options] as unknown as Arguments<E>)))
  }
  const answer = await reacting(options, () =>
    withToken((token) => send(wireRequest(entry, (input ?? {}) as AnyInput, options), token)),
  )
  const { outdates = [] } = options
  if (outdates !== 'nothing') outdate(entry, ...outdates)
  return answer as Output<E>
}

/** What a writing call would answer and change. Nothing is said of a failure: the screen that asks shows it. */
export async function forecastOf<E extends Endpoint>(
  entry: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Forecast<Output<E>>> {
  const request = { ...wireRequest(entry, input as AnyInput, { signal }), dryRun: true }
  const answer = await reacting({ quiet: true }, () => withToken((token) => send(request, token)))
  return answer as Forecast<Output<E>>
}

/** Runs a call and reacts to its failure. */
export async function reacting<T>(options: ReactionOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallError) void react(error, options)
    throw error
  }
}

/** Everything read through the contracts of these entries is old from now on. */
export function outdate(...entries: readonly Endpoint[]): void {
  const written = new Set(entries.map((entry) => contractOf(entry)).filter((contract) => contract !== undefined))
  readAgain(({ meta }) => written.has(meta?.contract as never))
}

/** What matches is old from now on; what of it is on the screen is read again. */
export function readAgain(matches: (query: Query) => boolean): void {
  // A first answer that is still under way may be older than the change, and would count as new.
  const isComing = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined
  void queryClient.cancelQueries({ predicate: (query) => matches(query) && query.isActive() && isComing(query) })
  void queryClient.invalidateQueries({ predicate: matches })
}

/** The bytes of a call of kind `stream`, with the name that the server gives them. */
export async function callForFile<E extends Endpoint>(
  entry: E,
  ...[input, options = {}]: Arguments<E>
): Promise<{ blob: Blob; fileName: string }> {
  const response = await reacting(options, () =>
    withToken((token) => fetchResponse(wireRequest(entry, (input ?? {}) as AnyInput, options), token)),
  )
  const blob = await (options.onReceived ? blobOf(response, options.onReceived) : response.blob())
  return { blob, fileName: fileNameOf(response) }
}

async function blobOf(response: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onReceived(bytes)
      controller.enqueue(chunk)
    },
  })
  const type = response.headers.get('Content-Type') ?? ''
  return new Response(response.body?.pipeThrough(counted), { headers: { 'Content-Type': type } }).blob()
}

function fileNameOf(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(header)?.[1] ?? 'download')
}

/** Fetches a file and hands it to the browser's downloads. */
export async function download<E extends Endpoint>(entry: E, ...given: Arguments<E>): Promise<void> {
  const { blob, fileName } = await callForFile(entry, ...given)
  saveFile(blob, fileName)
}
