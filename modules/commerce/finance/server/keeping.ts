/** Keeps the totals of days that are over. Reports read the orders themselves for days that are not kept yet. */
import { sql } from 'kysely'
import { firstSaleSql, salesSql } from '#modules/commerce/orders/server.ts'
import { firstPostingSql, ledgerMovementsSql } from '#modules/platform/currency/server.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction, lockNames } from '#server/db/transaction.ts'
import { addDays, beginSql } from './days.ts'
import { type FinanceDb, financeTables } from './db.ts'

const hourMs = 3_600_000
/** A payment that began before midnight is written by then. */
const settledMs = hourMs
/** A day is made once more so long after its end, whatever came late. */
const againMs = 26 * hourMs
/** More wait for the next hour. */
const daysAtOnce = 400

interface DueDay {
  readonly day: string
  readonly begins: number
  readonly ends: number
}

/** The newest first: those that are not kept, are kept in another time zone, or were kept when they were hardly over. */
async function dueDays(db: FinanceDb, companyId: string, timeZone: string, now: number): Promise<DueDay[]> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
  const { rows } = await sql<DueDay>`
    with first as (select least(${firstSaleSql(companyId)}, ${firstPostingSql(companyId)}) as at),
    due as (
      select d.day::date as day, ${beginSql(sql`d.day`, timeZone)} as begins,
        ${beginSql(sql`(d.day + interval '1 day')`, timeZone)} as ends
      from first cross join lateral generate_series((to_timestamp(first.at / 1000.0) at time zone ${timeZone})::date::timestamp,
        ${addDays(today, -1)}::timestamp, interval '1 day') d(day)
    )
    select d.day::text as day, d.begins, d.ends from due d
    left join finance.kept_day k on k.company_id = ${companyId} and k.day = d.day
    where d.ends + ${settledMs}::bigint <= ${now} and (k.day is null or k.time_zone <> ${timeZone}
      or (k.kept_at < d.ends + ${againMs}::bigint and d.ends + ${againMs}::bigint <= ${now}))
    order by d.day desc limit ${daysAtOnce}`.execute(db)
  return rows
}

/** In a transaction: the totals of a day as they are now, in place of what was kept of it. */
async function keepDay(
  db: FinanceDb,
  { companyId, timeZone, now }: { readonly companyId: string; readonly timeZone: string; readonly now: number },
  { day, begins, ends }: DueDay,
): Promise<void> {
  await lockNames(db, `finance-day:${companyId}:${day}`)
  const ofDay = sql`company_id = ${companyId} and day = ${day}::date`
  await sql`delete from finance.day_sale where ${ofDay}`.execute(db)
  await sql`delete from finance.day_ledger where ${ofDay}`.execute(db)
  await sql`delete from finance.kept_day where ${ofDay}`.execute(db)
  const span = { companyId, from: begins, until: ends }
  await sql`
    insert into finance.day_sale (company_id, day, pay_type, business_type, item_id, organization_id, buyer_id, lines, orders,
      kind_orders, units, gross, discount, refunded)
    select ${companyId}::uuid, ${day}::date, f.pay_type, f.business_type, f.item_id, f.organization_id, f.buyer_id, sum(f.lines),
      sum(f.orders), sum(f.kind_orders), sum(f.units), sum(f.gross), sum(f.discount), sum(f.refunded)
    from (${salesSql(span)}) f
    group by f.pay_type, f.business_type, f.item_id, f.organization_id, f.buyer_id`.execute(db)
  await sql`
    insert into finance.day_ledger (company_id, day, kind, owner_kind, trade_type, entered, gone)
    select ${companyId}::uuid, ${day}::date, m.kind, m.owner_kind, m.trade_type, sum(m.entered), sum(m.gone)
    from (${ledgerMovementsSql(span)}) m group by m.kind, m.owner_kind, m.trade_type`.execute(db)
  await sql`
    insert into finance.kept_day (company_id, day, time_zone, begins_at, ends_at, kept_at)
    values (${companyId}, ${day}::date, ${timeZone}, ${begins}, ${ends}, ${now})`.execute(db)
}

/** Keeps what is due of a company, a transaction a day. Answers how many days. */
export async function keepDays(connection: Connection, companyId: string, now: number): Promise<number> {
  const db = financeTables(connection)
  const timeZone = await getTimeZone(db, companyId)
  const due = await dueDays(db, companyId, timeZone, now)
  for (const day of due)
    await inTransaction(db, (transaction) => keepDay(transaction, { companyId, timeZone, now }, day))
  return due.length
}
