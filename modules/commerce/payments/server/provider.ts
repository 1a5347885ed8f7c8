/** A provider of payments as the rest of the module sees it. The network is only used by jobs, outside of transactions. */
import type { Config } from '#server/config.ts'
import type { NextStep, ProviderName } from '../contract/shapes.ts'

/** What a provider says about a payment, or about a refund. */
export interface PaymentNotice {
  readonly about: 'payment'
  readonly tradeNumber: string
  readonly outcome: 'succeeded' | 'failed' | 'pending'
  readonly reference: string
  readonly amountFen: bigint
  readonly currency: string
  /** The receiver of the money, as the provider names us. */
  readonly merchant: string
  readonly at: number
  readonly reason?: string
}

export interface RefundNotice {
  readonly about: 'refund'
  readonly refundNumber: string
  readonly outcome: 'succeeded' | 'failed' | 'pending'
  readonly amountFen: bigint
  readonly reason?: string
}

export type Notice = PaymentNotice | RefundNotice

/** The bytes of a callback, because its signature covers them. */
export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export type Verified =
  | { readonly notice: Notice }
  /** Genuine, and about nothing that concerns us. */
  | { readonly ignored: true }
  /** `tradeNumber`: the payment that it claims to be about. */
  | { readonly refused: 'forged' | 'stale'; readonly tradeNumber: string | undefined }

/** A payment as a provider needs it. */
export interface Trade {
  readonly id: string
  readonly tradeNumber: string
  readonly number: string
  readonly subject: string
  readonly amountFen: bigint
  readonly reference: string | null
  readonly expiresAt: number
  /** Where the buyer's browser comes back to. */
  readonly returnUrl: string
  readonly notifyUrl: string
}

export interface RefundOrder {
  readonly refundNumber: string
  readonly amountFen: bigint
  readonly reason: string
}

/** `reference`: what the provider calls it until it has succeeded. */
export type Prepared = NextStep & { readonly reference?: string }

export interface Provider {
  readonly name: ProviderName
  /** Whether the server's settings have what it needs. */
  isSetUp(config: Config): boolean
  /** Us, as its notices name us. */
  merchant(config: Config): string
  /** Asks the provider for the address or code by which the buyer pays. Asked again, it answers for the same payment. */
  prepare?(config: Config, trade: Trade, now: number): Promise<Prepared>
  query?(config: Config, trade: Trade): Promise<PaymentNotice | null>
  /** Nobody can pay it from then on. */
  close?(config: Config, trade: Trade): Promise<void>
  /** The same number again is the same refund. */
  refund?(config: Config, trade: Trade, refund: RefundOrder): Promise<RefundNotice>
  /** Pure: it decides by keys that the settings hold. */
  verify?(config: Config, request: CallbackRequest, now: number): Promise<Verified>
  /** What the maker wants to hear after a callback that was taken. */
  readonly acknowledgement?: { readonly type: string; readonly body: string }
}

/** The provider has decided; another attempt would answer the same. Every other error allows one. */
export class ProviderRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderRefused'
  }
}

/** `12.34` as fen; undefined where it is no amount with at most two places, or more than numbers hold exactly. */
export function fenOfYuan(text: string): bigint | undefined {
  const parts = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!parts) return undefined
  const fen = BigInt(parts[2] ?? '0') * 100n + BigInt((parts[3] ?? '').padEnd(2, '0'))
  return parts[1] === '-' ? -fen : fen
}
