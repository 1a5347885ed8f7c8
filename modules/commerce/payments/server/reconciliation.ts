/** What was paid and refunded by provider and day, beside what the provider's bill says. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { assertDays } from '#kit/days.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { BILL_OF_OTHER_DAY, BILL_UNREADABLE } from '../contract/codes.ts'
import type { differenceKinds } from '../contract/management.ts'
import type { ProviderName } from '../contract/shapes.ts'
import type { payments } from '../contract.ts'
import { type BillLine, BillUnreadable, readBill } from './bill-csv.ts'
import { type PaymentsDb, paymentsTables } from './db.ts'

/** Providers count their days in the time of China. */
const dayMs = 86_400_000
const chinaOffsetMs = 8 * 3_600_000
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`) - chinaOffsetMs
const daySql = (instant: RawBuilder<unknown>) =>
  sql`to_char(to_timestamp((${instant} + ${chinaOffsetMs}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`
const daysMax = 92
const differencesMax = 1000

interface SumRow {
  readonly provider: ProviderName
  readonly day: string
  readonly paid_count: number
  readonly paid_fen: string
  readonly refund_count: number
  readonly refund_fen: string
}

/** What moved in these days, as one row a provider and day. */
const movedSql = (companyId: string, from: number, until: number) => sql`
  select provider, day, sum(paid)::int as paid_count, sum(amount_fen * paid)::text as paid_fen,
    sum(1 - paid)::int as refund_count, sum(amount_fen * (1 - paid))::text as refund_fen
  from (
    select p.provider, ${daySql(sql`p.paid_at`)} as day, 1 as paid, p.amount_fen from payments.payment p
    where p.company_id = ${companyId} and p.paid_at >= ${from} and p.paid_at < ${until}
    union all
    select p.provider, ${daySql(sql`r.decided_at`)} as day, 0, r.amount_fen
    from payments.refund r join payments.payment p on p.id = r.payment_id
    where r.company_id = ${companyId} and r.state = 'succeeded' and r.decided_at >= ${from} and r.decided_at < ${until}
  ) moved group by provider, day`

interface Range {
  readonly companyId: string
  readonly from: string
  readonly until: string
  /** All providers where none is named. */
  readonly provider?: string
}

/** Where payments and refunds differ from the bills of their days. Days without a bill have no differences. */
function differingSql({ companyId, from, until, provider }: Range): RawBuilder<unknown> {
  const start = startOf(from)
  const end = startOf(until) + dayMs
  const ofProvider = (column: RawBuilder<unknown>) =>
    provider === undefined ? sql`true` : sql`${column} = ${provider}`
  return sql`
    with day_bill as (
      select t.id, t.provider, to_char(t.day, 'YYYY-MM-DD') as day from payments.bill t
      where t.company_id = ${companyId} and t.day >= ${from}::date and t.day <= ${until}::date and ${ofProvider(sql`t.provider`)}
    ), ours as (
      select b.id as bill_id, b.provider, b.day, o.payment_id, o.number, o.kind, o.own_number, o.amount_fen
      from (
        select p.provider, ${daySql(sql`p.paid_at`)} as day, p.id as payment_id, p.number, 'payment' as kind,
          replace(p.id::text, '-', '') as own_number, p.amount_fen
        from payments.payment p where p.company_id = ${companyId} and ${ofProvider(sql`p.provider`)}
          and p.paid_at >= ${start} and p.paid_at < ${end}
        union all
        select p.provider, ${daySql(sql`r.decided_at`)}, p.id, p.number, 'refund', replace(r.id::text, '-', ''), r.amount_fen
        from payments.refund r join payments.payment p on p.id = r.payment_id
        where r.company_id = ${companyId} and ${ofProvider(sql`p.provider`)} and r.state = 'succeeded'
          and r.decided_at >= ${start} and r.decided_at < ${end}
      ) o join day_bill b on b.provider = o.provider and b.day = o.day
    ), theirs as (
      select b.id as bill_id, b.provider, b.day, l.kind, l.trade_number, l.amount_fen,
        case l.kind when 'payment' then l.trade_number else l.refund_number end as own_number
      from day_bill b join payments.bill_line l on l.bill_id = b.id
    )
    select coalesce(o.bill_id, t.bill_id) as bill_id, coalesce(o.kind, t.kind) as kind, o.payment_id, o.number,
      coalesce(t.trade_number, replace(o.payment_id::text, '-', '')) as trade_number, o.amount_fen as ours, t.amount_fen as theirs
    from ours o full join theirs t on t.bill_id = o.bill_id and t.kind = o.kind and t.own_number = o.own_number
    where o.amount_fen is distinct from t.amount_fen`
}

/** By provider: days whose bill was imported, and how many of their lines differ. Days are those of China. */
export async function billTotals(
  connection: Connection,
  range: Omit<Range, 'provider'>,
): Promise<ReadonlyMap<string, { readonly billDays: number; readonly differenceCount: number }>> {
  const { companyId, from, until } = range
  const { rows } = await sql<{ provider: string; billDays: number; differenceCount: number }>`
    with differing as (select bill_id, count(*)::int as count from (${differingSql(range)}) d group by bill_id)
    select t.provider, count(*)::int as "billDays", coalesce(sum(d.count), 0)::int as "differenceCount"
    from payments.bill t left join differing d on d.bill_id = t.id
    where t.company_id = ${companyId} and t.day >= ${from}::date and t.day <= ${until}::date
    group by t.provider`.execute(paymentsTables(connection))
  return new Map(rows.map(({ provider, ...totals }) => [provider, totals]))
}

interface BillRow {
  readonly provider: ProviderName
  readonly day: string
  readonly file_name: string
  readonly imported_at: number
  readonly paid_count: number
  readonly paid_fen: string
  readonly refund_count: number
  readonly refund_fen: string
  readonly difference_count: number
}

const movedOf = (row: Omit<SumRow, 'provider' | 'day'>) => ({
  paid: { count: row.paid_count, amount: row.paid_fen },
  refunded: { count: row.refund_count, amount: row.refund_fen },
})
const nothing = { paid_count: 0, paid_fen: '0', refund_count: 0, refund_fen: '0' }

export async function listReconciliation(
  db: PaymentsDb,
  { from, until }: Input<typeof payments.reconciliation>['query'],
  { caller }: Context,
) {
  const { companyId } = caller
  assertRange(from, until)
  const moved = await sql<SumRow>`${movedSql(companyId, startOf(from), startOf(until) + dayMs)}`.execute(db)
  const bills = await sql<BillRow>`
    with differing as (select bill_id, count(*)::int as count from (${differingSql({ companyId, from, until })}) d group by bill_id)
    select t.provider, to_char(t.day, 'YYYY-MM-DD') as day, t.file_name, t.imported_at,
      count(l.line) filter (where l.kind = 'payment')::int as paid_count,
      coalesce(sum(l.amount_fen) filter (where l.kind = 'payment'), 0)::text as paid_fen,
      count(l.line) filter (where l.kind = 'refund')::int as refund_count,
      coalesce(sum(l.amount_fen) filter (where l.kind = 'refund'), 0)::text as refund_fen,
      coalesce((select d.count from differing d where d.bill_id = t.id), 0) as difference_count
    from payments.bill t left join payments.bill_line l on l.bill_id = t.id
    where t.company_id = ${companyId} and t.day >= ${from}::date and t.day <= ${until}::date
    group by t.id`.execute(db)
  const keyOf = (row: { readonly provider: string; readonly day: string }) => `${row.day} ${row.provider}`
  const movedBy = new Map(moved.rows.map((row) => [keyOf(row), row]))
  const billBy = new Map(bills.rows.map((row) => [keyOf(row), row]))
  const days = new Map(
    [...moved.rows, ...bills.rows].map(({ provider, day }) => [keyOf({ provider, day }), { provider, day }]),
  )
  const inOrder = [...days].sort(([one], [other]) => (one < other ? 1 : -1))
  return {
    items: inOrder.map(([key, { provider, day }]) => {
      const bill = billBy.get(key)
      return {
        ...{ provider, day, ...movedOf(movedBy.get(key) ?? nothing) },
        bill: bill ? { ...movedOf(bill), importedAt: bill.imported_at, fileName: bill.file_name } : null,
        differenceCount: bill ? bill.difference_count : null,
      }
    }),
  }
}

function assertRange(from: string, until: string): void {
  assertDays({ from, until })
  if (startOf(until) - startOf(from) >= daysMax * dayMs)
    throw refuse(INVALID_INPUT, { fields: [{ path: 'until', rule: 'range', message: `at most ${daysMax} days` }] })
}

interface DifferenceRow {
  readonly kind: 'payment' | 'refund'
  readonly payment_id: string | null
  readonly number: string | null
  readonly trade_number: string
  readonly ours: number | null
  readonly theirs: number | null
}

function differenceOf({ ours, theirs }: DifferenceRow): (typeof differenceKinds)[number] {
  if (ours === null) return 'only-theirs'
  return theirs === null ? 'only-ours' : 'amount'
}

const amountOf = (fen: number | null) => (fen === null ? null : String(fen))

export async function listDifferences(
  db: PaymentsDb,
  { provider, day }: Input<typeof payments.reconciliationDifferences>['params'],
  { caller }: Context,
) {
  assertDays({ day })
  const { companyId } = caller
  const bill = await db
    .selectFrom('payments.bill')
    .select('id')
    .where('company_id', '=', companyId)
    .where('provider', '=', provider)
    .where('day', '=', sql<string>`${day}::date`)
    .executeTakeFirst()
  if (!bill) throw refuse(NOT_FOUND)
  const { rows } =
    await sql<DifferenceRow>`select * from (${differingSql({ companyId, from: day, until: day, provider })}) d
    order by d.kind, d.trade_number limit ${differencesMax}`.execute(db)
  return {
    items: rows.map((row) => ({
      difference: differenceOf(row),
      kind: row.kind,
      paymentId: row.payment_id,
      number: row.number ?? '',
      tradeNumber: row.trade_number,
      ours: amountOf(row.ours),
      theirs: amountOf(row.theirs),
    })),
  }
}

function linesOf(provider: Import['provider'], bytes: Uint8Array): BillLine[] {
  try {
    return readBill(provider, bytes)
  } catch (error) {
    if (error instanceof BillUnreadable) throw refuse(BILL_UNREADABLE, { line: error.line })
    throw error
  }
}

type Import = Input<typeof payments.importBill>['body']

export async function importBill(db: PaymentsDb, { provider, day }: Import, { caller, now, upload, audit }: Context) {
  assertDays({ day })
  const { companyId, memberId } = caller
  const lines = linesOf(provider, upload?.bytes ?? new Uint8Array())
  const other = lines.find((line) => line.day !== day)
  if (other) throw refuse(BILL_OF_OTHER_DAY, { line: other.line, day: other.day })
  const fileName = (upload?.name ?? '').slice(0, 200)
  await lockNames(db, `payments-bill:${companyId}:${provider}:${day}`)
  await sql`delete from payments.bill where company_id = ${companyId} and provider = ${provider} and day = ${day}::date`.execute(
    db,
  )
  const id = uuid()
  await sql`insert into payments.bill (id, company_id, provider, day, file_name, imported_by, imported_at)
    values (${id}, ${companyId}, ${provider}, ${day}::date, ${fileName}, ${memberId}, ${now})`.execute(db)
  await sql`insert into payments.bill_line (bill_id, line, company_id, kind, trade_number, refund_number, amount_fen)
    select ${id}, line, ${companyId}, kind, trade_number, refund_number, amount_fen
    from unnest(${lines.map((one) => one.line)}::int[], ${lines.map((one) => one.kind)}::text[],
      ${lines.map((one) => one.tradeNumber.slice(0, 100))}::text[], ${lines.map((one) => one.refundNumber.slice(0, 100))}::text[],
      ${lines.map((one) => String(one.amountFen))}::bigint[]) as one(line, kind, trade_number, refund_number, amount_fen)`.execute(
    db,
  )
  audit({ type: 'bill', id, name: `${provider} ${day}`, before: {}, after: { fileName, lines: lines.length } })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (${differingSql({ companyId, from: day, until: day, provider })}) d`.execute(db)
  return { lineCount: lines.length, differenceCount: rows[0]?.count ?? 0 }
}
