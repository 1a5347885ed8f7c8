/** Payments as the administration reads them. */
import { sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import type { CallbackOutcome, callbackSources, ProviderName, RefundState, Said } from '../contract/shapes.ts'
import type { payments } from '../contract.ts'
import type { PaymentsDb } from './db.ts'
import { type PaymentRow, tradeNumber } from './rows.ts'
import { paymentView, receiptsOf } from './views.ts'

type NamedRow = PaymentRow & { readonly member_name: string }

const rowView = (row: NamedRow) => ({ ...paymentView(row), memberName: row.member_name, counts: row.counts })

export async function listPayments(
  db: PaymentsDb,
  query: Input<typeof payments.payments>['query'],
  { caller }: Context,
) {
  const { keyword, state, provider, from, until } = query
  const { companyId } = caller
  const matching = sql`from payments.payment p join ${directorySql(companyId)} m on m.id = p.member_id
    where p.company_id = ${companyId}
      and ${given(state, (one) => sql`p.state = ${one}`)}
      and ${given(provider, (one) => sql`p.provider = ${one}`)}
      and ${given(from, (at) => sql`p.created_at >= ${at}`)}
      and ${given(until, (at) => sql`p.created_at < ${at}`)}
      and ${containsSql(sql`(p.number || ' ' || p.subject || ' ' || m.full_name)`, keyword)}`
  const page = await sqlPage<NamedRow>(db, query, {
    matching,
    rows: (window) =>
      sql`select p.*, m.full_name as member_name ${matching} order by p.created_at desc, p.id desc ${window}`,
  })
  return { items: page.items.map(rowView), recordCount: page.recordCount }
}

export async function getManagedPayment(db: PaymentsDb, id: string, { caller, now }: Context) {
  const { companyId } = caller
  const { rows } = await sql<NamedRow>`select p.*, m.full_name as member_name
    from payments.payment p join ${directorySql(companyId)} m on m.id = p.member_id
    where p.company_id = ${companyId} and p.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  const receipts = await receiptsOf(db, caller, id, now)
  const isOther = row.member_id !== caller.memberId
  return {
    ...rowView(row),
    tradeNumber: tradeNumber(row.id),
    providerReference: row.provider_reference ?? '',
    failure: row.failure,
    canDecide: isOther && receipts.some(({ state }) => state === 'waiting'),
    receipts,
    refunds: await refundsOf(db, row, isOther),
    callbacks: await callbacksOf(db, id),
  }
}

async function refundsOf(db: PaymentsDb, payment: PaymentRow, isOther: boolean) {
  const rows = await db
    .selectFrom('payments.refund')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amount: String(row.amount_fen),
    reason: row.reason,
    isAutomatic: row.is_automatic,
    state: row.state as RefundState,
    failure: row.failure,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    canSettle: isOther && row.state === 'sending' && payment.provider === 'transfer',
    canRetry: isOther && row.state === 'failed' && row.is_automatic && payment.refunded_fen === 0,
  }))
}

interface Callback {
  readonly id: string
  readonly provider: ProviderName
  readonly source: (typeof callbackSources)[number]
  readonly outcome: CallbackOutcome
  readonly said: Said
  readonly receivedAt: number
}

const callbackColumns = sql`c.id, c.provider, c.source, c.outcome, c.said, c.received_at as "receivedAt"`

async function callbacksOf(db: PaymentsDb, paymentId: string): Promise<Callback[]> {
  const { rows } = await sql<Callback>`select ${callbackColumns} from payments.callback c
    where c.payment_id = ${paymentId} order by c.received_at desc, c.id desc limit 50`.execute(db)
  return rows
}

export async function listCallbacks(
  db: PaymentsDb,
  query: Input<typeof payments.paymentCallbacks>['query'],
  { caller }: Context,
) {
  const { outcome, provider } = query
  const matching = sql`from payments.callback c join payments.payment p on p.id = c.payment_id
    where c.company_id = ${caller.companyId}
      and ${given(outcome, (one) => sql`c.outcome = ${one}`)}
      and ${given(provider, (one) => sql`c.provider = ${one}`)}`
  return sqlPage<Callback & { paymentId: string; number: string }>(db, query, {
    matching,
    rows: (window) => sql`select ${callbackColumns}, p.id as "paymentId", p.number ${matching}
      order by c.received_at desc, c.id desc ${window}`,
  })
}
