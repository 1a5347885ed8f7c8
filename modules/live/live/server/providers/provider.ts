/**
 * What carries a live. A provider knows nothing of approvals, lists and members' rights: it makes a room somewhere, lets
 * people in under a role, and says how the room stands. Every function may be called again with the same live.
 */
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { LiveMode, Supplier } from '../../contract/states.ts'

/** Leads it; is on stage; watches. */
export type LiveRole = 'organizer' | 'panelist' | 'attendee'

export interface CarriedLive {
  readonly id: string
  readonly companyId: string
  readonly subject: string
  readonly supplier: Supplier
  readonly liveMode: LiveMode
  /** Map execution-mode: 0 default, 1 web-initiated, 2 client-initiated. */
  readonly executionMode: 0 | 1 | 2
  /** Milliseconds since 1970. */
  readonly startsAt: number
  readonly plannedEndAt: number
  readonly hostId: string
  readonly lecturerIds: readonly string[]
  /** How many are expected; null: nobody said. */
  readonly planNumber: number | null
  /** The provider's own name of the room, as `create` answered it; null before. */
  readonly externalId: string | null
  /** Hash path of the shell, as a full address, of the live's own page. */
  readonly pageUrl: string
  /** Where the provider may say that something has happened: a poke, after which `status` is asked. */
  readonly callbackUrl: string
}

export interface Entrant {
  readonly role: LiveRole
  /** As others in the room read it. */
  readonly name: string
  /** Null for outside people. */
  readonly memberId: string | null
}

/** What a provider works with. `db` is the caller's transaction where the provider talks to the database alone. */
export interface Tools {
  readonly db: Connection
  readonly outside: Outside
  readonly now: number
}

export interface Entry {
  /** Opened where the live is web-initiated, or by default. */
  readonly webUrl: string
  /** Opened where it is client-initiated; the web address again where the provider has no client. */
  readonly clientUrl: string
}

/** `missing`: the provider does not have it (any more). */
export type ProviderState = 'waiting' | 'running' | 'ended' | 'missing'

export interface ProviderStatus {
  readonly state: ProviderState
  /** When it really began and ended, where the provider knows. */
  readonly startedAt?: number
  readonly endedAt?: number
  /** In the room now. */
  readonly viewers?: number
}

export interface ProviderRecording {
  readonly url: string
  readonly seconds: number
}

export interface LiveProvider {
  readonly key: 'built-in' | 'bigbluebutton'
  /**
   * `database`: called in the transaction of the change, and touches nothing else. `network`: called outside of every
   * transaction, before the change is written; when it throws, nothing is written.
   */
  readonly talks: 'database' | 'network'
  /** Whether the installation has it. */
  isConfigured(config: Config): boolean
  /** Makes the room. Answers the provider's own name of it. */
  create(live: CarriedLive, tools: Tools): Promise<{ readonly externalId: string }>
  /** Name, mode, people or times have changed. */
  change(live: CarriedLive, tools: Tools): Promise<void>
  start(live: CarriedLive, by: string, tools: Tools): Promise<void>
  end(live: CarriedLive, by: string | null, tools: Tools): Promise<void>
  /** Cancelled before it began. */
  cancel(live: CarriedLive, tools: Tools): Promise<void>
  entry(live: CarriedLive, entrant: Entrant, tools: Tools): Promise<Entry>
  status(live: CarriedLive, tools: Tools): Promise<ProviderStatus>
  /** What there is to watch again; the newest first. */
  recordings(live: CarriedLive, tools: Tools): Promise<readonly ProviderRecording[]>
}

/** It did not answer, or not in time: 100321, on the legacy paths 40328. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** It answered with an error of its own, or with nonsense: 100323. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

/** It does not have this live any more: 100313. */
export class ProviderMissing extends Error {
  override readonly name = 'ProviderMissing'
}
