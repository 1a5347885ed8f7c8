/**
 * A call is declared once, as an entry of its module's contract. From it come the server's validation and serialization,
 * the handler's types, the access check, the OpenAPI document, and the typed client of the browser and of the tests.
 */
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/**
 * The access to a call. `permission` is a code of the permission matrix; the module's policy checks rows. Data of the
 * whole company belongs to no organization, so `wholeCompany` requires a grant at the company's root.
 */
export type Access = 'public' | 'signed-in' | { readonly permission: string; readonly wholeCompany?: true }

/** The reasons why a writing call cannot be tried, as in docs/dry-run.md and the OpenAPI document. */
export const noDryRunReasons = {
  upload: 'It stores a file before it answers.',
  stream: 'It answers bytes, not a declared shape.',
  'sign-in': 'It signs a person in, or is a step of it.',
  'keeps-writes': 'It keeps what it counted even when it refuses, so that tries are limited.',
  outside: 'It talks to another system, or works in several transactions of its own.',
  access: 'Its answer grants access by itself: a signed address or a ticket that needs no stored row.',
  reveals:
    'Its answer tells what a try must not tell: whether an answer is right, what it earns, or that a quota is full.',
  reading: 'It reads: what it writes is only the trace of the reading.',
} as const
export type NoDryRun = keyof typeof noDryRunReasons

/**
 * May a writing call about a member be about the caller? `refused`: never; the framework compares these fields of the
 * input (`body.memberIds`) with the caller's id. `refusedByRow`: never; the input names a row of the member, so the
 * handler calls `assertNotSelf`. `allowed`: why it harms nobody. docs/permissions.md shows the answers.
 */
export type OnSelf =
  | { readonly refused: readonly string[] }
  | { readonly refusedByRow: string }
  | { readonly allowed: string }

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to `/api/v1`, parameters in braces: `/human/file/{id}`. */
  readonly path: string
  /** Other paths under which the specification names the same call. */
  readonly aliases?: readonly string[]
  /** Refusals that the aliases answer with an older code: `[code of the path, code of the aliases]` (LIVE-235). */
  readonly aliasErrors?: readonly (readonly [ErrorCode, ErrorCode])[]
  readonly summary: string
  readonly access: Access
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** The client sends `application/x-www-form-urlencoded`; the server takes JSON as well (SHELL-054). */
  readonly form?: true
  /** Body fields that travel as base64 of UTF-8, named in the header `X-Encoded` (SHELL-052). */
  readonly security?: readonly string[]
  /** Body fields that the audit log leaves out, because who reads it need not know them: the key of a question. */
  readonly unlogged?: readonly string[]
  readonly response: TSchema
  readonly errors?: readonly ErrorCode[]
  /** Extensions of other modules may refuse the call with their own codes (`server/extension.ts`). */
  readonly passesOnRefusals?: true
  /** A GET that writes runs in a transaction like the other methods. */
  readonly writes?: true
  /** The audit log keeps the call although it names no permission: the handler decides who may make it. */
  readonly isLogged?: true
  /** At most `max` calls a window for one address; more answer 900008. */
  readonly rate?: { readonly max: number; readonly windowSeconds: number }
  /** `stream`: the handler answers bytes with headers of its own. `multipart`: the body holds one file and fields. */
  readonly kind?: 'json' | 'stream' | 'multipart'
  /** The size limit of the file of a `multipart` call; 20 MB by default. */
  readonly uploadBytesMax?: number
  /** The file of a `multipart` call is written to disk (`upload.path`) instead of memory. */
  readonly uploadToDisk?: true
  /** The handler talks to the network or works for long: it runs in no transaction and opens its own short ones. */
  readonly outside?: true
  /**
   * Of a call that writes all day: its usual case is one statement, which commits by itself, or with those of others. For more
   * the handler opens a transaction (`inTransactionOfCall`).
   */
  readonly ownTransaction?: true
  /** Why `X-Dry-Run: 1` is refused. A call that writes in its transaction alone needs no mark: it can be tried. */
  readonly noDryRun?: NoDryRun
  readonly onSelf?: OnSelf
  /** The time for which the browser client may answer from its cache; 10 s by default (SHELL-058). */
  readonly cacheSeconds?: number
  /** The time-out of the browser client; 30 s by default. */
  readonly timeoutMs?: number
}

/** Whether a call runs in a transaction of the framework. */
export function writes(endpoint: Endpoint): boolean {
  return !endpoint.outside && (endpoint.method !== 'GET' || endpoint.writes === true)
}

/** The audit log keeps the writing calls that take a permission, and those that say so. */
export function isLogged(endpoint: Endpoint): boolean {
  const isWriting = endpoint.method !== 'GET' || endpoint.writes === true
  return isWriting && (typeof endpoint.access === 'object' || endpoint.isLogged === true)
}

export type Contract = Readonly<Record<string, Endpoint>>

const contracts = new WeakMap<Endpoint, Contract>()

export function contract<const T extends Contract>(entries: T): T {
  for (const entry of Object.values(entries)) contracts.set(entry, entries)
  return entries
}

/** The contract that an entry belongs to: a writing call makes the client forget what it read through the same one. */
export function contractOf(entry: Endpoint): Contract | undefined {
  return contracts.get(entry)
}

const apart = new Map<string, Contract>()

/**
 * An entry that came without its contract, as the build of the browser client has it: those with one mark belong together.
 * @public
 */
export function entryApart(mark: string, entry: Endpoint): Endpoint {
  if (mark === '') return entry
  const entries = apart.get(mark) ?? {}
  apart.set(mark, entries)
  contracts.set(entry, entries)
  return entry
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined

/** What a handler receives, after validation. */
export interface Input<E extends Endpoint> {
  readonly params: StaticOf<E['params']>
  readonly query: StaticOf<E['query']>
  readonly body: StaticOf<E['body']>
}

/** What a handler answers. */
export type Output<E extends Endpoint> = Static<E['response']>

/** What a client passes: only the parts that the entry declares. */
export type CallInput<E extends Endpoint> = (E['params'] extends TSchema ? { params: Static<E['params']> } : unknown) &
  (E['query'] extends TSchema
    ? Partial<Static<E['query']>> extends Static<E['query']>
      ? { query?: Static<E['query']> }
      : { query: Static<E['query']> }
    : unknown) &
  (E['body'] extends TSchema ? { body: Static<E['body']> } : unknown)

/** The path of a call with its parameters filled in, relative to `/api/v1`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
