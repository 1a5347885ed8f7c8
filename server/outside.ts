/** The world outside the database, as handlers and jobs see it. Tests replace single members, each at its edge. */
import type { Config } from './config.ts'
import type { Realtime } from './realtime/hub.ts'
import type { Store } from './storage/store.ts'

export interface Clock {
  /** Milliseconds since 1970. Nothing else in the server asks what time it is, so that tests can move it. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** An SMS by the provider's template: `parameters` fill it. */
export interface Sms {
  readonly phone: string
  readonly template: 'verification-code'
  readonly parameters: Readonly<Record<string, string>>
}

export interface Outside {
  readonly config: Config
  readonly clock: Clock
  /** The bytes of uploaded files. Only the module `files` uses it. */
  readonly storage: Store
  /** Events of all server processes, as they are published (`realtime/publish.ts`). */
  readonly realtime: Realtime
  /** Both throw when the provider refuses or can't be reached; the job that calls them is tried again. */
  sendMail(mail: Mail): Promise<void>
  sendSms(sms: Sms): Promise<void>
}
