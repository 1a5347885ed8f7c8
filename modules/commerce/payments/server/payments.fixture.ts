/** Builders for tests and samples: payments in any state, and a payable of the tests' own. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { PaymentState, ProviderName } from '../contract/shapes.ts'
import { paymentsTables } from './db.ts'

export interface PaymentInput {
  readonly companyId: string
  readonly memberId: string
  readonly payable?: string
  readonly payableId?: string
  readonly number?: string
  readonly subject?: string
  readonly amountFen?: bigint
  readonly provider?: ProviderName
  readonly state?: PaymentState
  readonly counts?: boolean
  readonly expiresAt?: number
  readonly now?: number
}

export async function buildPayment(connection: Connection, input: PaymentInput): Promise<string> {
  const { companyId, memberId, now = Date.now(), state = 'waiting', provider = 'test', amountFen = 9900n } = input
  const id = uuid()
  const expiresAt = input.expiresAt ?? now + 1_800_000
  const isPaid = state === 'succeeded'
  await paymentsTables(connection)
    .insertInto('payments.payment')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, provider, state },
      payable: input.payable ?? 'tried',
      payable_id: input.payableId ?? uuid(),
      number: input.number ?? 'D20260101000001',
      subject: input.subject ?? '安全生产必修课',
      amount_fen: Number(amountFen),
      counts: isPaid ? (input.counts ?? true) : null,
      paid_at: isPaid ? now : null,
      settled_at: isPaid ? now : null,
      created_at: now,
      expires_at: expiresAt,
      check_at: expiresAt,
    })
    .execute()
  return id
}

export async function buildTransferAccount(connection: Connection, companyId: string, now = Date.now()): Promise<void> {
  const account = {
    holder: '云帆科技有限公司',
    bank: '招商银行上海分行',
    account_number: '6225 8801 0000 1234',
    note: '',
  }
  await paymentsTables(connection)
    .insertInto('payments.transfer_account')
    .values({ company_id: companyId, ...account, updated_at: now })
    .execute()
}

interface OfPayment {
  readonly companyId: string
  readonly memberId: string
  readonly paymentId: string
  readonly now?: number
}

/** A receipt that waits, without files. */
export async function buildReceipt(connection: Connection, { companyId, memberId, paymentId, now }: OfPayment) {
  const id = uuid()
  const whose = { id, company_id: companyId, payment_id: paymentId, member_id: memberId }
  await paymentsTables(connection)
    .insertInto('payments.receipt')
    .values({ ...whose, file_ids: [], payer: '张三', note: '', state: 'waiting', created_at: now ?? Date.now() })
    .execute()
  return id
}

/** An automatic refund of a whole payment. */
export async function buildRefund(
  connection: Connection,
  refund: OfPayment & { readonly state: 'sending' | 'failed'; readonly amountFen: bigint },
) {
  const { companyId, paymentId, state, amountFen, now = Date.now() } = refund
  const id = uuid()
  const times = { created_at: now, check_at: now, decided_at: state === 'failed' ? now : null }
  const what = { amount_fen: Number(amountFen), reason: 'too-late', is_automatic: true, state }
  await paymentsTables(connection)
    .insertInto('payments.refund')
    .values({ id, company_id: companyId, payment_id: paymentId, ...what, ...times })
    .execute()
  return id
}
