/** RMB by provider, invoices beside what was paid, and refunds that are open. */
import { sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { invoiceTotals } from '#modules/commerce/invoices/server.ts'
import { openRefundsSql } from '#modules/commerce/orders/server.ts'
import { billTotals, providerTotals } from '#modules/commerce/payments/server.ts'
import { grantedOrganizations, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { readsFinance } from '../contract/access.ts'
import type { OpenRefunds, Settlement } from '../contract/shapes.ts'
import { type Days, rangeOf, spanOf } from './days.ts'
import type { FinanceDb } from './db.ts'
import { readSales } from './sales.ts'

export async function settlement(db: FinanceDb, days: Days, { caller }: Pick<Context, 'caller'>): Promise<Settlement> {
  const { companyId } = caller
  const range = await rangeOf(db, companyId, days)
  const { beginsAt: from, endsAt: until } = await spanOf(db, range)
  const bills = await billTotals(db, { companyId, ...days })
  const providers = await providerTotals(db, { companyId, from, until })
  const { total } = await readSales(db, caller, { range, filter: { payType: 2 }, by: 'kind' })
  return {
    providers: providers.map((one) => ({
      ...one,
      ...(bills.get(one.provider) ?? { billDays: 0, differenceCount: 0 }),
    })),
    invoices: await invoiceTotals(db, { companyId, from, until }),
    paid: total.current.net,
  }
}

const dayMs = 86_400_000

/** Of buyers of the caller's organizations. */
export async function openRefunds(
  db: FinanceDb,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Promise<OpenRefunds> {
  const granted = grantedOrganizations(caller, readsFinance.permission)
  const isCovered = coversCompany(caller, readsFinance.permission)
  const waited = (days: number) => sql`r.requested_at > ${now - days * dayMs}`
  const { rows } = await sql<OpenRefunds['items'][number]>`
    select r.pay_type as "payType", r.status, count(*)::int as count, sum(r.amount - r.coin_value)::text as amount, sum(r.coin_value)::text as "coinValue",
      min(r.requested_at) as "oldestAt", json_build_array(
        count(*) filter (where ${waited(1)}), count(*) filter (where ${waited(3)} and not ${waited(1)}),
        count(*) filter (where ${waited(7)} and not ${waited(3)}), count(*) filter (where not ${waited(7)})) as waiting
    from (${openRefundsSql(caller.companyId)}) r
    where ${isCovered ? sql`true` : sql`r.organization_id in ${organizationsBelowSql(granted)}`}
    group by r.pay_type, r.status order by r.pay_type, r.status desc`.execute(db)
  return { items: rows }
}
