/**
 * Watches whether the database answers. A database that is frozen, or whose machine has gone, says nothing: its own time
 * limits stand still with it. So silence is noticed here, by a question on a connection of its own. While the database is
 * away, its connections are closed and new ones are refused at once; it is asked twice a second whether it is back.
 *
 * Time is counted in ticks of this process. A process that stood still itself (stopped, or starved) counts one tick for it,
 * and does not blame the database.
 */
import pg from 'pg'
import { isUnavailable, Unavailable } from '../unavailable.ts'

const tickMs = 250
/** Nothing was heard from the database for this long, while something waits for it: it is asked. */
const silentTicksMax = 8
/** The database has this long to answer the question. */
const askTicksMax = 8
/** A connection that answered before has this long, then a new one is asked: it may be that one connection that is broken. */
const askKnownTicksMax = 3
/** A database that is away is asked again after this long. */
const askAgainTicks = 2

/** `full`: nobody else is let in. `silent`: it takes connections, and says nothing. */
export type DatabaseState = 'ok' | 'full' | 'silent' | 'absent'

/** The database does not answer. The code is that of a database that is starting, for which the job runner waits. */
class DatabaseUnavailable extends Unavailable {
  readonly code = '57P03'

  constructor(cause?: unknown) {
    super(`the database is unavailable${cause instanceof Error ? `: ${cause.message}` : ''}`, cause)
    this.name = 'DatabaseUnavailable'
  }
}

const networkCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // A name that is not found, and a socket that is not there.
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
])

function asUnavailable(error: unknown): unknown {
  const isAway = isUnavailable(error) || networkCodes.has((error as NodeJS.ErrnoException).code)
  return isAway && !(error instanceof Unavailable) ? new DatabaseUnavailable(error) : error
}

/** What the driver has of a client beside its declared types. */
interface Client extends Pick<pg.Client, 'once'> {
  /** False while a statement, or the connecting, is unanswered. */
  readonly readyForQuery?: boolean
  readonly connection: { readonly stream: { readonly bytesRead?: number; destroy(error: Error): void } }
  unref(): void
}

function driverClient(client: pg.Client): Client {
  return client as unknown as Client
}

interface Heard {
  bytes: number
  silentTicks: number
  readonly silentTicksMax: number
}

interface Asking {
  readonly answer: PromiseWithResolvers<DatabaseState>
  ticks: number
  /** Something was heard from the database since the question, on whatever connection. */
  heard: boolean
}

export class DatabaseWatch {
  readonly #url: string
  readonly #clients = new Map<Client, Heard>()
  readonly #awayListeners = new Set<(error: Error) => void>()
  readonly #timer: NodeJS.Timeout
  #asker: pg.Client | undefined
  /** The asker has answered before. */
  #isKnown = false
  #askerBytes = 0
  #asking: Asking | undefined
  #silentTicks = 0
  #away: DatabaseState | undefined
  #awayTicks = 0

  constructor(url: string) {
    this.#url = url
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  get isAway(): boolean {
    return this.#away !== undefined
  }

  /** Calls back each time the database is found to be away. */
  onAway(listener: (error: Error) => void): void {
    this.#awayListeners.add(listener)
  }

  /** How the database is. Answers within the time limit, whatever happens. */
  async state(limitMs: number): Promise<DatabaseState> {
    if (this.#away) return this.#away
    const limit = Promise.withResolvers<DatabaseState>()
    // An answer that has come while this process stood still is read before the limit counts.
    const timer = setTimeout(() => setImmediate(() => limit.resolve('silent')), limitMs)
    const state = await Promise.race([this.#ask(), limit.promise])
    clearTimeout(timer)
    return state
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#closeAsker('absent')
  }

  observe(client: Client, silenceMsMax: number): void {
    this.#clients.set(client, { bytes: 0, silentTicks: 0, silentTicksMax: silenceMsMax / tickMs })
    client.once('end', () => this.#clients.delete(client))
  }

  /** Asks at once, so that a process that starts while the database is away does not wait for it. */
  begin(): void {
    void this.#ask().then((state) => this.#learn(state))
  }

  #tick(): void {
    const { isSilent, heard } = this.#listen()
    if (this.#asking) this.#wait(this.#asking, heard)
    if (this.#away) {
      this.#awayTicks += 1
      if (this.#awayTicks % askAgainTicks === 0) void this.#ask().then((state) => this.#learn(state))
      return
    }
    if (isSilent) this.#silentTicks += 1
    else this.#silentTicks = 0
    if (this.#silentTicks === silentTicksMax) {
      this.#silentTicks = 0
      void this.#ask().then((state) => this.#learn(state))
    }
  }

  #wait(asking: Asking, heard: boolean): void {
    asking.heard ||= heard
    asking.ticks += 1
    if (asking.ticks > askTicksMax) this.#closeAsker(asking.heard ? 'ok' : 'silent')
    else if (this.#isKnown && asking.ticks > askKnownTicksMax) this.#askByNew()
  }

  /** Whether something waits for the database, and whether anything was heard since the last tick. */
  #listen(): { readonly isSilent: boolean; readonly heard: boolean } {
    let waiting = false
    let heardAny = this.#hasAskerHeard()
    for (const [client, heard] of this.#clients) {
      const bytes = client.connection.stream.bytesRead ?? 0
      const isSilent = client.readyForQuery !== true && bytes === heard.bytes
      if (bytes !== heard.bytes) heardAny = true
      heard.bytes = bytes
      heard.silentTicks = isSilent ? heard.silentTicks + 1 : 0
      waiting ||= isSilent
      if (heard.silentTicks > heard.silentTicksMax) this.#close(client, new Error('no answer to a statement'))
    }
    return { isSilent: waiting && !heardAny, heard: heardAny }
  }

  #hasAskerHeard(): boolean {
    if (!this.#asker) return false
    const bytes = driverClient(this.#asker).connection.stream.bytesRead ?? 0
    const hasHeard = bytes !== this.#askerBytes
    this.#askerBytes = bytes
    return hasHeard
  }

  #learn(state: DatabaseState): void {
    if (state === 'ok' || state === 'full') {
      this.#away = undefined
      return
    }
    if (!this.#away) {
      this.#awayTicks = 0
      const error = new Error(state === 'silent' ? 'no answer' : 'no connection')
      this.#away = state
      for (const client of [...this.#clients.keys()]) this.#close(client, error)
      for (const listener of this.#awayListeners) listener(new DatabaseUnavailable(error))
    }
    this.#away = state
  }

  #close(client: Client, error: Error): void {
    this.#clients.delete(client)
    client.connection.stream.destroy(new DatabaseUnavailable(error))
  }

  /** Asks on a connection of its own, which is kept. Callers at the same time share the question. */
  #ask(): Promise<DatabaseState> {
    if (this.#asking) return this.#asking.answer.promise
    const answer = Promise.withResolvers<DatabaseState>()
    this.#asking = { answer, ticks: 0, heard: false }
    this.#askBy(this.#asker ?? this.#newAsker())
    return answer.promise
  }

  #askBy(asker: pg.Client): void {
    asker.query('select 1').then(
      () => this.#answer(asker, 'ok'),
      // What refuses by its own word is there.
      (error: { code?: string }) => this.#answer(asker, error.code?.startsWith('53') ? 'full' : 'absent'),
    )
  }

  #askByNew(): void {
    this.#dropAsker()
    this.#askBy(this.#newAsker())
  }

  #newAsker(): pg.Client {
    const asker = new pg.Client({
      connectionString: this.#url,
      application_name: 'shuyuan-watch',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    this.#asker = asker
    this.#isKnown = false
    this.#askerBytes = 0
    driverClient(asker).unref()
    asker.on('error', () => this.#answer(asker, 'absent'))
    asker
      .connect()
      .catch((error: { code?: string }) => this.#answer(asker, error.code?.startsWith('53') ? 'full' : 'absent'))
    return asker
  }

  #answer(asker: pg.Client, state: DatabaseState): void {
    if (this.#asker !== asker) return
    if (state === 'ok') {
      this.#isKnown = true
      this.#asking?.answer.resolve(state)
      this.#asking = undefined
    } else if (this.#isKnown && this.#asking) this.#askByNew()
    else this.#closeAsker(state)
  }

  #closeAsker(state: DatabaseState): void {
    this.#dropAsker()
    this.#asking?.answer.resolve(state)
    this.#asking = undefined
  }

  #dropAsker(): void {
    const asker = this.#asker
    this.#asker = undefined
    this.#isKnown = false
    if (asker) driverClient(asker).connection.stream.destroy(new DatabaseUnavailable())
  }
}

/**
 * Clients that are watched: while the database is away they don't connect, and what fails because of that fails with
 * DatabaseUnavailable. One that hears nothing for `silenceMsMax` while it waits is closed.
 */
export function watchedClient(Base: typeof pg.Client, watch: DatabaseWatch, silenceMsMax: number): typeof pg.Client {
  return class extends Base {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads have no common type to name.
    override connect(callback?: any): any {
      if (watch.isAway) {
        const error = new DatabaseUnavailable()
        return callback ? process.nextTick(callback, error) : Promise.reject(error)
      }
      watch.observe(driverClient(this), silenceMsMax)
      if (callback) return super.connect((error: unknown) => callback(error && asUnavailable(error)))
      return super.connect().catch((error: unknown) => Promise.reject(asUnavailable(error)))
    }

    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads have no common type to name.
    override query(...args: any[]): any {
      const result: unknown = super.query(...(args as [string]))
      return result instanceof Promise ? result.catch((error) => Promise.reject(asUnavailable(error))) : result
    }
  } as unknown as typeof pg.Client
}
