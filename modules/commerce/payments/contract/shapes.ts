/** Payments on the wire. */
import { type Static, Type } from 'typebox'
import { Hundredths, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

export const providers = ['alipay', 'wechat-pay', 'stripe', 'transfer', 'test'] as const
export type ProviderName = (typeof providers)[number]
export const Provider = OneOf(providers)

/** The providers whose bills are imported. */
export const billProviders = ['alipay', 'wechat-pay'] as const
export const BillProvider = OneOf(billProviders)
export type BillProviderName = (typeof billProviders)[number]

/**
 * What a payment may become. Money that arrives is never overlooked: whatever was closed, expired or failed can still
 * succeed, when the provider says so later. The table drives the server's refusals and the buttons of the screens.
 */
export const transitions = {
  waiting: ['reviewing', 'succeeded', 'failed', 'closed', 'expired'],
  reviewing: ['waiting', 'succeeded', 'closed'],
  failed: ['succeeded'],
  closed: ['succeeded'],
  expired: ['succeeded'],
  succeeded: [],
} as const
export type PaymentState = keyof typeof transitions
export const paymentStates = Object.keys(transitions) as PaymentState[]
export const State = OneOf(paymentStates)

export const canBecome = (from: PaymentState, to: PaymentState): boolean =>
  (transitions[from] as readonly PaymentState[]).includes(to)

export const refundStates = ['sending', 'succeeded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]
export const RefundStateShape = OneOf(refundStates)

/** The most that one payment takes: 1,000,000,000.00. */
export const amountFenMax = 100_000_000_000n

export const TransferAccount = Type.Object({
  holder: Type.String(),
  bank: Type.String(),
  accountNumber: Type.String(),
  note: Type.String(),
})
export type TransferAccount = Static<typeof TransferAccount>

/** What the buyer does next. */
export const NextStep = Type.Union([
  Type.Object({ kind: OneOf(['redirect']), url: Type.String() }),
  Type.Object({ kind: OneOf(['qr']), text: Type.String() }),
  Type.Object({ kind: OneOf(['transfer']), account: TransferAccount }),
  Type.Object({ kind: OneOf(['test']) }),
])
export type NextStep = Static<typeof NextStep>

export const ReceiptFile = Type.Object({
  id: Id,
  name: Type.String(),
  sizeBytes: Type.Integer(),
  contentType: Type.String(),
  url: Nullable(Type.String()),
})

const receiptStates = ['waiting', 'approved', 'rejected'] as const
export const Receipt = Type.Object({
  id: Id,
  state: OneOf(receiptStates),
  payer: Type.String(),
  note: Type.String(),
  files: Type.Array(ReceiptFile),
  reason: Type.String({ description: 'why it was rejected' }),
  createdAt: Instant,
  decidedAt: Nullable(Instant),
})

/** What every list and page of payments shows. */
export const paymentFields = {
  id: Id,
  number: Type.String({ description: 'what the buyer calls it: the number of the order' }),
  subject: Type.String(),
  amount: Hundredths,
  refunded: Hundredths,
  provider: Provider,
  state: State,
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Nullable(Instant),
}

export const callbackOutcomes = ['accepted', 'repeated', 'ignored', 'mismatch', 'forged', 'stale'] as const
export type CallbackOutcome = (typeof callbackOutcomes)[number]
/** What of a callback contradicts the payment. */
const contradictionKinds = ['amount', 'currency', 'merchant', 'reference'] as const

/** What a provider said, as far as it is believed to have said it. */
export const Said = Type.Object({
  outcome: Nullable(OneOf(['succeeded', 'failed', 'pending'])),
  amount: Nullable(Hundredths),
  currency: Type.String(),
  differs: Type.Array(Type.Object({ what: OneOf(contradictionKinds), said: Type.String() })),
})
export type Said = Static<typeof Said>

export const callbackSources = ['callback', 'query', 'test'] as const
