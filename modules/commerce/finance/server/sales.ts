/** The sales of some days: from what is kept of those that are over, and from the orders themselves for the others. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { salesSql } from '#modules/commerce/orders/server.ts'
import { grantedOrganizations, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { given } from '#server/db/given.ts'
import { readsFinance } from '../contract/access.ts'
import type { Compared, Figures, Unit } from '../contract/shapes.ts'
import { bucketSql, type Days, daySql, previousOf, type Range } from './days.ts'
import type { FinanceDb } from './db.ts'

export interface SalesFilter {
  readonly payType: 1 | 2
  readonly organizationId?: string
  readonly businessType?: number
  readonly itemId?: string
}

/** What the figures are shown by, as columns of a sale; `period` by the unit. */
export type By = 'item' | 'organization' | 'kind' | Unit

const columns = sql`f.organization_id, f.buyer_id, f.business_type, f.item_id, f.lines, f.orders, f.kind_orders, f.units,
  f.gross, f.discount, f.refunded`

/** The caller's organizations and those below them; of the whole company nothing has to be looked up. */
function scopeSql(caller: Caller): RawBuilder<unknown> {
  if (coversCompany(caller, readsFinance.permission)) return sql`true`
  const granted = grantedOrganizations(caller, readsFinance.permission)
  return sql`f.organization_id in ${organizationsBelowSql(granted)}`
}

function filterSql(caller: Caller, { payType, organizationId, businessType, itemId }: SalesFilter) {
  return sql`f.pay_type = ${payType} and ${scopeSql(caller)}
    and ${given(organizationId, (id) => sql`f.organization_id in ${organizationsBelowSql([id])}`)}
    and ${given(businessType, (one) => sql`f.business_type = ${one}`)}
    and ${given(itemId, (id) => sql`f.item_id = ${id}`)}`
}

/** `day` and `fact`: the sales of these days. */
const factsSql = (range: Range, days: Days, filter: RawBuilder<unknown>) => sql`
  days as materialized (${daySql(range, days)}),
  fact as (
    select f.day, ${columns} from finance.day_sale f
    where f.company_id = ${range.companyId} and f.day between ${days.from}::date and ${days.until}::date
      and exists (select from days d where d.day = f.day and d.is_kept) and ${filter}
    union all
    select d.day, ${columns} from days d cross join lateral (
      ${salesSql({ companyId: range.companyId, from: sql<number>`d.begins`, until: sql<number>`d.ends` })}) f
    where not d.is_kept and ${filter}
  )`

type Totals = Readonly<Record<'orders' | 'units' | 'buyers', number>> &
  Readonly<Record<'gross' | 'discount' | 'refunded', string>>

interface Key {
  /** The first day of the period; an id, or a number, in the other reports. */
  readonly key: string
  readonly businessType: number | null
  readonly itemId: string | null
  readonly organizationId: string | null
}

interface SalesRow extends Key {
  readonly isTotal: boolean
  readonly current: Totals
  readonly previous: Totals
  readonly recordCount: number
}

/** Orders of an item are its lines, those of a kind are counted once for the kind, all others once. */
function ordersSql(by: By | null, { businessType, itemId }: SalesFilter): RawBuilder<unknown> {
  if (by === 'item' || itemId !== undefined) return sql`f.lines`
  return by === 'kind' || businessType !== undefined ? sql`f.kind_orders` : sql`f.orders`
}

function totalsSql(by: By, filter: SalesFilter, isCurrent: boolean): RawBuilder<unknown> {
  const of = isCurrent ? sql`f.is_current` : sql`not f.is_current`
  const sum = (column: RawBuilder<unknown>) => sql`coalesce(sum(${column}) filter (where ${of}), 0)`
  return sql`json_build_object(
    'orders', case when ${isTotalSql(by)} then ${sum(ordersSql(null, filter))} else ${sum(ordersSql(by, filter))} end,
    'units', ${sum(sql`f.units`)}, 'buyers', count(distinct f.buyer_id) filter (where ${of} and f.lines > 0),
    'gross', ${sum(sql`f.gross`)}::text, 'discount', ${sum(sql`f.discount`)}::text,
    'refunded', ${sum(sql`f.refunded`)}::text)`
}

const keys = {
  item: sql`f.business_type, f.item_id`,
  organization: sql`f.organization_id`,
  kind: sql`f.business_type`,
  period: sql`f.bucket`,
} as const
const keyOf = (by: By): keyof typeof keys => (by === 'day' || by === 'week' || by === 'month' ? 'period' : by)
const isTotalSql = (by: By) => sql`grouping(${keyOf(by) === 'item' ? sql`f.item_id` : keys[keyOf(by)]}) > 0`

const keyColumns = {
  item: sql`f.business_type || ' ' || f.item_id as key, f.business_type as "businessType", f.item_id as "itemId",
    null::uuid as "organizationId"`,
  organization: sql`f.organization_id::text as key, null::int as "businessType", null::uuid as "itemId",
    f.organization_id as "organizationId"`,
  kind: sql`f.business_type::text as key, f.business_type as "businessType", null::uuid as "itemId",
    null::uuid as "organizationId"`,
  period: sql`f.bucket as key, null::int as "businessType", null::uuid as "itemId", null::uuid as "organizationId"`,
} as const

const nothing: Totals = { orders: 0, units: 0, buyers: 0, gross: '0', discount: '0', refunded: '0' }

const figuresOf = (totals: Totals): Figures => ({
  ...totals,
  net: String(BigInt(totals.gross) - BigInt(totals.discount) - BigInt(totals.refunded)),
})

export const noFigures: Figures = figuresOf(nothing)

export interface Sales {
  readonly rows: readonly (Compared & Key)[]
  readonly total: Compared
  readonly recordCount: number
}

/** The largest of now first, then the largest of before. Without a window, all of them. */
export async function readSales(
  db: FinanceDb,
  caller: Caller,
  { range, filter, by, window }: SalesQuery,
): Promise<Sales> {
  const previous = previousOf(range)
  const key = keyOf(by)
  // A day of before stands in the period of its own day of now.
  const own = sql`(case when f.day < ${range.from}::date then f.day + ${range.dayCount}::int else f.day end)`
  const bucket = key === 'period' ? bucketSql(own, by as Unit) : sql`null::text`
  const { limit, offset } = window ?? { limit: null, offset: 0 }
  const { rows } = await sql<SalesRow>`
    with ${factsSql(range, { from: previous.from, until: range.until }, filterSql(caller, filter))},
    keyed as (select f.*, f.day >= ${range.from}::date as is_current, ${bucket} as bucket from fact f),
    grouped as (
      select ${isTotalSql(by)} as "isTotal", ${keyColumns[key]}, ${totalsSql(by, filter, true)} as current,
        ${totalsSql(by, filter, false)} as previous,
        coalesce(sum(f.gross - f.discount - f.refunded) filter (where f.is_current), 0) as net,
        coalesce(sum(f.gross - f.discount - f.refunded) filter (where not f.is_current), 0) as net_before
      from keyed f group by grouping sets ((${keys[key]}), ())
    )
    select g.*, (count(*) over () - 1)::int as "recordCount" from grouped g
    order by g."isTotal" desc, g.net desc, g.net_before desc, g.key
    limit ${limit === null ? null : limit + offset + 1}::bigint`.execute(db)
  const shown = rows.filter(({ isTotal }) => !isTotal).slice(offset)
  const compared = (row: Pick<SalesRow, 'current' | 'previous'>) => ({
    current: figuresOf(row.current),
    previous: figuresOf(row.previous),
  })
  const total = rows.find(({ isTotal }) => isTotal)
  return {
    rows: shown.map((row) => {
      const { businessType, itemId, organizationId } = row
      return { key: row.key, businessType, itemId, organizationId, ...compared(row) }
    }),
    total: total ? compared(total) : { current: noFigures, previous: noFigures },
    recordCount: total?.recordCount ?? 0,
  }
}

export interface SalesQuery {
  readonly range: Range
  readonly filter: SalesFilter
  readonly by: By
  readonly window?: { readonly limit: number; readonly offset: number }
}
