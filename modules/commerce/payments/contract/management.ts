import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, NOT_FOUND } from '#kit/errors.ts'
import {
  Body,
  Done,
  Hundredths,
  Id,
  Instant,
  Nullable,
  OneOf,
  OptionalText,
  Page,
  PageQuery,
  Text,
  Title,
} from '#kit/schema.ts'
import { managesPayments } from './access.ts'
import { BILL_OF_OTHER_DAY, BILL_UNREADABLE, PAYMENT_STATE, RECEIPT_DECIDED, REFUND_STATE } from './codes.ts'
import {
  BillProvider,
  callbackOutcomes,
  callbackSources,
  Provider,
  paymentFields,
  Receipt,
  RefundStateShape,
  Said,
  State,
  TransferAccount,
} from './shapes.ts'

const PaymentRow = Type.Object({
  ...paymentFields,
  memberName: Type.String(),
  counts: Nullable(Type.Boolean()),
})

const Refund = Type.Object({
  id: Id,
  amount: Hundredths,
  reason: Type.String(),
  isAutomatic: Type.Boolean({ description: 'the money came too late, or twice' }),
  state: RefundStateShape,
  failure: Type.String(),
  createdAt: Instant,
  decidedAt: Nullable(Instant),
  canSettle: Type.Boolean({ description: 'a person transfers it back and says so' }),
  canRetry: Type.Boolean(),
})

const CallbackFields = {
  id: Id,
  provider: Provider,
  source: OneOf(callbackSources),
  outcome: OneOf(callbackOutcomes),
  said: Said,
  receivedAt: Instant,
}

const ManagedPayment = Type.Object({
  ...paymentFields,
  memberName: Type.String(),
  counts: Nullable(Type.Boolean()),
  tradeNumber: Type.String({ description: 'what the provider calls our payment' }),
  providerReference: Type.String({ description: 'what the provider calls its own' }),
  failure: Type.String(),
  canDecide: Type.Boolean({ description: 'the caller may decide the receipt that waits' }),
  receipts: Type.Array(Receipt),
  refunds: Type.Array(Refund),
  callbacks: Type.Array(Type.Object(CallbackFields)),
})

const day = {
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'YYYY-MM-DD, in the time of China as the providers count it',
}
const Day = Type.String(day)
const Moved = Type.Object({ count: Type.Integer(), amount: Hundredths })

export const differenceKinds = ['only-ours', 'only-theirs', 'amount'] as const

export const managementContract = contract({
  payments: {
    method: 'GET',
    path: '/payment/manage',
    summary: 'Payments of the company, newest first',
    access: managesPayments,
    query: PageQuery({
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      state: Type.Optional(State),
      provider: Type.Optional(Provider),
      from: Type.Optional(Instant),
      until: Type.Optional(Instant),
    }),
    response: Page(PaymentRow),
  },
  managedPayment: {
    method: 'GET',
    path: '/payment/manage/{id}',
    summary: 'A payment with its receipts, refunds and callbacks',
    access: managesPayments,
    params: Type.Object({ id: Id }),
    response: ManagedPayment,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  approveTransfer: {
    method: 'POST',
    path: '/payment/manage/{id}/approve',
    summary: 'The transfer has arrived: the payment has succeeded',
    access: managesPayments,
    params: Type.Object({ id: Id }),
    body: Body({ receiptId: Id }),
    response: ManagedPayment,
    errors: [NOT_FOUND, PAYMENT_STATE, RECEIPT_DECIDED],
    onSelf: { refusedByRow: 'the payment of the caller' },
  },
  rejectTransfer: {
    method: 'POST',
    path: '/payment/manage/{id}/reject',
    summary: 'The transfer has not arrived; the buyer may hand in another receipt',
    access: managesPayments,
    params: Type.Object({ id: Id }),
    body: Body({ receiptId: Id, reason: Text(500) }),
    response: ManagedPayment,
    errors: [NOT_FOUND, PAYMENT_STATE, RECEIPT_DECIDED],
    onSelf: { refusedByRow: 'the payment of the caller' },
  },
  settleRefund: {
    method: 'POST',
    path: '/payment/manage/refund/{id}/settle',
    summary: 'A refund of a transfer: it was transferred back, or cannot be',
    access: managesPayments,
    params: Type.Object({ id: Id }),
    body: Body({ outcome: OneOf(['succeeded', 'failed']), note: OptionalText(500) }),
    response: Done,
    errors: [NOT_FOUND, REFUND_STATE],
    onSelf: { refusedByRow: 'the payment of the caller' },
  },
  retryRefund: {
    method: 'POST',
    path: '/payment/manage/refund/{id}/retry',
    summary: 'Sends an automatic refund again that the provider has refused',
    access: managesPayments,
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND, REFUND_STATE],
    onSelf: { refusedByRow: 'the payment of the caller' },
  },
  paymentCallbacks: {
    method: 'GET',
    path: '/payment/manage/callback',
    summary: 'What the providers have said, newest first',
    access: managesPayments,
    query: PageQuery({
      outcome: Type.Optional(OneOf(callbackOutcomes)),
      provider: Type.Optional(Provider),
    }),
    response: Page(Type.Object({ ...CallbackFields, paymentId: Id, number: Type.String() })),
  },
  transferAccount: {
    method: 'GET',
    path: '/payment/manage/transfer-account',
    summary: 'The account to which buyers transfer; null where the company takes no transfers',
    access: managesPayments,
    response: Type.Object({ account: Nullable(TransferAccount) }),
  },
  setTransferAccount: {
    method: 'PUT',
    path: '/payment/manage/transfer-account',
    summary: 'Sets the account to which buyers transfer; null: the company takes no transfers',
    access: managesPayments,
    body: Body({
      account: Nullable(
        Body({ holder: Title(100), bank: Title(100), accountNumber: Title(60), note: OptionalText(500) }),
      ),
    }),
    response: Done,
  },
  reconciliation: {
    method: 'GET',
    path: '/payment/manage/reconciliation',
    summary: 'What was paid and refunded by provider and day, beside the imported bills',
    access: managesPayments,
    query: Type.Object({ from: Day, until: Day }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          provider: Provider,
          day: Day,
          paid: Moved,
          refunded: Moved,
          bill: Nullable(Type.Object({ paid: Moved, refunded: Moved, importedAt: Instant, fileName: Type.String() })),
          differenceCount: Nullable(Type.Integer({ description: 'null without a bill' })),
        }),
      ),
    }),
  },
  reconciliationDifferences: {
    method: 'GET',
    path: '/payment/manage/reconciliation/{provider}/{day}',
    summary: 'The differences of a day between payments and the bill',
    access: managesPayments,
    params: Type.Object({ provider: BillProvider, day: Day }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          difference: OneOf(differenceKinds),
          kind: OneOf(['payment', 'refund']),
          paymentId: Nullable(Id),
          number: Type.String(),
          tradeNumber: Type.String(),
          ours: Nullable(Hundredths),
          theirs: Nullable(Hundredths),
        }),
      ),
    }),
    errors: [NOT_FOUND],
  },
  importBill: {
    method: 'POST',
    path: '/payment/manage/bill',
    summary: 'Imports the bill of a provider for a day, in place of an earlier one',
    access: managesPayments,
    kind: 'multipart',
    uploadBytesMax: 20 * 1024 * 1024,
    body: Body({ provider: BillProvider, day: Day }),
    response: Type.Object({ lineCount: Type.Integer(), differenceCount: Type.Integer() }),
    errors: [BILL_UNREADABLE, BILL_OF_OTHER_DAY, FILE_TOO_LARGE],
    noDryRun: 'upload',
    rate: { max: 30, windowSeconds: 60 },
  },
})
