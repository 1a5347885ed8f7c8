/** The registration of a module with the server process: routes, jobs, and functions that the process needs. */
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { Caller, Language } from '#kit/caller.ts'
import type { Contract, Endpoint, Input, Output } from '#kit/contract.ts'
import type { Connection, Database } from './db/connection.ts'
import type { Extension } from './extension.ts'
import type { Written } from './http/written.ts'
import type { Outside } from './outside.ts'

/** The context of one request. `caller` is present if the contract requires a signed-in member. */
export interface Context<C extends Caller | undefined = Caller> {
  readonly caller: C
  readonly language: Language
  /** Milliseconds since 1970, one value for the whole request. */
  readonly now: number
  readonly ip: string
  readonly userAgent: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly outside: Outside
  /** The token of the request as it came, where one came. */
  readonly token: string | undefined
  /** The file of a `multipart` call. */
  readonly upload?: UploadedFile
  /**
   * Records the changes of the call for the audit log. Every writing call with a permission is logged in its own
   * transaction with these changes; without them the entry contains the call's input.
   */
  readonly audit: (subject: AuditSubject) => void
  /** Into the log of the process: an error after which the call answers all the same. */
  readonly logError: (error: unknown, message: string) => void
}

/** What a logged call changed. Only the fields that differ need be in `before` and `after`; never a secret. */
export interface AuditSubject {
  /** The kind of thing: `member`, `rule`, `approval-template`. */
  readonly type: string
  readonly id?: string
  /** What a person calls it. */
  readonly name?: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** A call that was made, as the audit log keeps it. */
export interface AuditRecord {
  /** `settings.changeRule`: module and call. */
  readonly action: string
  readonly caller: Caller
  readonly now: number
  readonly ip: string
  readonly userAgent: string
  readonly subjects: readonly AuditSubject[]
  /** Parameters, query and body of the call, without the fields that the contract calls secret. */
  readonly input: Readonly<Record<string, unknown>>
}

export interface UploadedFile {
  readonly name: string
  /** Empty where the entry says `uploadToDisk`. */
  readonly bytes: Buffer
  readonly sizeBytes: number
  /** Where the bytes lie until the call has been answered, where the entry says `uploadToDisk`. */
  readonly path?: string
}

/** The answer of a `stream` call. */
export interface StreamAnswer {
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: NodeJS.ReadableStream | Buffer | string
}

type CallerOf<E extends Endpoint> = E['access'] extends 'public' ? Caller | undefined : Caller
type AnswerOf<E extends Endpoint> = E['kind'] extends 'stream' ? StreamAnswer : Output<E> | Written<Output<E>>

export type Handler<Tables, E extends Endpoint> = (
  db: Database<Tables>,
  input: Input<E>,
  context: Context<CallerOf<E>>,
) => Promise<AnswerOf<E>>

/** One handler for each entry of the contract: one that is missing does not compile. */
export type Routes<Tables, C extends Contract> = { readonly [K in keyof C]: Handler<Tables, C[K]> }

export interface JobContext {
  readonly outside: Outside
  readonly now: number
  /** Aborted when the process is ending: long work stops, throws, and is taken up again by the next process. */
  readonly signal?: AbortSignal
}

/** Work that runs later, at least once. It is enqueued in a transaction and exists if and only if that commits. */
export interface Job<P extends TObject = TObject> {
  readonly name: string
  readonly payload: P
  /** In a transaction of its own, unless `outside` says that it talks to the network and must hold none. */
  readonly outside?: true
  /** The job takes minutes or hours, and has its own worker, so that no mail waits for it. */
  readonly long?: true
  /**
   * The job sends by servers of others (mail, SMS, messengers, webhooks), which may take their time for each message. Its
   * kind has its own workers, this many, so that nothing else waits for them.
   */
  readonly senders?: number
  /** Cron line (UTC) of a job that comes back by itself; its payload is then empty. */
  readonly cron?: string
  /** A short job that each process runs so often, because nothing says when there is something to do; its payload is empty. */
  readonly everyMs?: number
  readonly run: (db: Connection, payload: Static<P>, context: JobContext) => Promise<void>
  /** What a dry run does in its transaction instead, for a job that opens its own and needs no more than the database. */
  readonly rehearse?: Job<P>['run']
}

export function job<const P extends TObject>(definition: Job<P>): Job<P> {
  return definition
}

export interface ServerModule {
  readonly name: string
  readonly contract: Contract
  readonly routes: Readonly<Record<string, unknown>>
  readonly jobs?: readonly Job[]
  /** For protocols that are no single call (resumable uploads, sockets). Runs inside `/api/v1`. */
  readonly plugin?: (app: FastifyInstance, outside: Outside, db: Connection) => void | Promise<void>
  /** For addresses outside of `/api/v1` that people open: links that lead into the browser client. */
  readonly pages?: (app: FastifyInstance, outside: Outside, db: Connection) => void
  /** Answers the member that a token belongs to, or throws 401. Exactly one module has it. */
  readonly authenticate?: (db: Connection, token: string, now: number) => Promise<Caller>
  /** Stores the audit entry of a call in its transaction. At most one module has it. */
  readonly audit?: (db: Connection, record: AuditRecord) => Promise<void>
  /** Its parts of other modules' extension points. */
  readonly extensions?: readonly Extension[]
}

/** Registers a module. The routes' types come from the contract. */
export function serverModule<Tables, const C extends Contract>(
  definition: Omit<ServerModule, 'contract' | 'routes' | 'jobs'> & {
    readonly contract: C
    readonly routes: Routes<Tables, C>
    // biome-ignore lint/suspicious/noExplicitAny: jobs of different payloads stand in one list; each checks its own.
    readonly jobs?: readonly Job<any>[]
  },
): ServerModule {
  return definition as ServerModule
}
