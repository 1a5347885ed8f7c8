/**
 * The interface of a provider, which hosts live sessions. A provider knows nothing of approvals, lists and permissions:
 * it creates a room, admits people in a role, and reports the room's status. Every function may be called again with
 * the same live session.
 */
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { LiveMode, Supplier } from '../../contract/states.ts'

/** The host; a person on the stage; a viewer. */
export type LiveRole = 'organizer' | 'panelist' | 'attendee'

export interface ProviderLive {
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
  /** The live session that this one is a copy of: its room has the same settings. */
  readonly copiedFrom: string | null
  /** The expected number of people; null: unknown. */
  readonly planNumber: number | null
  /** The provider's own id of the room, as `create` answered it; null before. */
  readonly externalId: string | null
  /** The full address of the live session's page. */
  readonly pageUrl: string
  /** The address for callbacks; each only triggers a call of `status`. */
  readonly callbackUrl: string
}

export interface Entrant {
  readonly role: LiveRole
  /** The name that others in the room see. */
  readonly name: string
  /** Null for guests. */
  readonly memberId: string | null
}

/** The tools of a provider. `db` is the caller's transaction for providers that only use the database. */
export interface Tools {
  readonly db: Connection
  readonly outside: Outside
  readonly now: number
}

export interface Entry {
  /** Opened for a web-initiated live session, and by default. */
  readonly webUrl: string
  /** Opened for a client-initiated one; the web address again if the provider has no client. */
  readonly clientUrl: string
}

/** `missing`: the provider does not have it. */
export type ProviderState = 'waiting' | 'running' | 'ended' | 'missing'

export interface ProviderStatus {
  readonly state: ProviderState
  /** The actual start and end, if the provider knows them. */
  readonly startedAt?: number
  readonly endedAt?: number
  /** The number of people in the room now. */
  readonly viewers?: number
}

export interface ProviderRecording {
  readonly url: string
  readonly seconds: number
}

export interface LiveProvider {
  readonly key: 'built-in' | 'bigbluebutton'
  /**
   * `database`: called in the transaction of the change, and uses nothing else. `network`: called outside of every
   * transaction, before the change is written; if it throws, nothing is written.
   */
  readonly talks: 'database' | 'network'
  /** Whether the installation has configured it. */
  isConfigured(config: Config): boolean
  /** Creates the room. Answers the provider's own id. */
  create(live: ProviderLive, tools: Tools): Promise<{ readonly externalId: string }>
  /** Name, mode, people or times have changed. */
  change(live: ProviderLive, tools: Tools): Promise<void>
  start(live: ProviderLive, by: string, tools: Tools): Promise<void>
  end(live: ProviderLive, by: string | null, tools: Tools): Promise<void>
  /** Cancelled before the start. */
  cancel(live: ProviderLive, tools: Tools): Promise<void>
  entry(live: ProviderLive, entrant: Entrant, tools: Tools): Promise<Entry>
  status(live: ProviderLive, tools: Tools): Promise<ProviderStatus>
  /** The recordings; the newest first. */
  recordings(live: ProviderLive, tools: Tools): Promise<readonly ProviderRecording[]>
}

/** No answer, or not in time: 100321, on the legacy paths 40328. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** An error of its own, or an invalid answer: 100323. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

/** The live session is missing there: 100313. */
export class ProviderMissing extends Error {
  override readonly name = 'ProviderMissing'
}
