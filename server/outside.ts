/** The outside world of handlers and jobs, beyond the database. Tests replace single members. */
import type { Config } from './config.ts'
import type { Realtime } from './realtime/hub.ts'
import type { Store } from './storage/store.ts'

export interface Clock {
  /** Milliseconds since 1970. The server reads the time only here, so that tests can move it. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The same for each attempt at the same mail, so that mail programs show it once. `<id@host>` */
  readonly messageId?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly { readonly name: string; readonly bytes: Buffer }[]
}

/** An SMS by the provider's template: `parameters` fill it. */
export interface Sms {
  readonly phone: string
  readonly template: 'verification-code' | 'notification'
  readonly parameters: Readonly<Record<string, string>>
}

/** A message to one person by WeCom or DingTalk. */
export interface DirectMessage {
  /** The person's id there. */
  readonly to: string
  readonly title: string
  readonly text: string
  /** Where a tap leads. */
  readonly url?: string
  readonly language: 'cn' | 'en'
}

/** The address to which a company's messages are posted. */
export interface Webhook {
  readonly kind: 'wecom-robot' | 'dingtalk-robot' | 'generic'
  readonly url: string
  readonly secret: string | null
}

export interface WebhookMessage {
  /** The same for each attempt: a receiver knows it again. */
  readonly id: string
  readonly type: string
  readonly title: string
  readonly text: string
  readonly url?: string
  readonly language: 'cn' | 'en'
  readonly recipientCount: number
  readonly at: number
}

/** A permanent refusal of the provider, such as an unknown receiver. Every other error allows another attempt. */
export class SendRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SendRefused'
  }
}

/** A picture that shows no face, or not well enough: another one is to be taken. */
export class FaceUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FaceUnusable'
  }
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
  /** Answer the provider's number of the message. Not there where no application is set up. */
  sendWecom?(message: DirectMessage): Promise<string>
  sendDingtalk?(message: DirectMessage): Promise<string>
  /**
   * Whether two pictures show the same person, with a score of 0 to 100. Throws `FaceUnusable` for a picture without a face, and any
   * other error where the service can't be reached. Not there where no service is set up.
   */
  compareFaces?(one: Buffer, other: Buffer): Promise<{ readonly score: number; readonly isSame: boolean }>
  /** To an address that a person typed in: guarded by `outside/safe-fetch.ts`. */
  sendWebhook(webhook: Webhook, message: WebhookMessage, now: number): Promise<{ readonly status: number }>
  /** Throws `AddressRefused` where an address would never be called. */
  assertWebhookUrl(kind: Webhook['kind'], url: string): void
}
