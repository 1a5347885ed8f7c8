/** Revenue in coins or in RMB, by what it came from and when. */
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { pageWindow } from '#kit/schema.ts'
import { findSoldKind, namedItems } from '#modules/commerce/entitlements/server.ts'
import { soldNames } from '#modules/commerce/orders/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import type { Grouping, Revenue, RevenueByPeriod, RevenueRow, Unit } from '../contract/shapes.ts'
import type { finance } from '../contract.ts'
import { bucketsOf, previousOf, type Range, rangeOf, spanOf, spansOf } from './days.ts'
import type { FinanceDb } from './db.ts'
import { noFigures, readSales, type Sales, type SalesFilter } from './sales.ts'

export interface Reading {
  readonly caller: Caller
  readonly language: Language
}

type Row = Sales['rows'][number]

const kindName = (businessType: number | null, language: Language) =>
  findSoldKind(businessType ?? 0)?.label[language] ?? String(businessType ?? '')

async function itemNames(db: FinanceDb, companyId: string, rows: readonly Row[]): Promise<(row: Row) => string> {
  const refs = rows.flatMap(({ businessType, itemId }) =>
    businessType === null || itemId === null ? [] : [{ businessType, itemId }],
  )
  const named = await namedItems(db, companyId, refs)
  const gone = await soldNames(
    db,
    companyId,
    refs.filter((ref) => named(ref).item === undefined),
  )
  return ({ key, businessType, itemId }) =>
    named({ businessType: businessType ?? 0, itemId: itemId ?? '' }).item?.name ?? gone.get(key) ?? ''
}

/** What the rows are called. Items that are gone have the name of an order. */
export async function nameRows(
  db: FinanceDb,
  { caller, language }: Reading,
  by: Grouping,
  rows: readonly Row[],
): Promise<RevenueRow[]> {
  const { companyId } = caller
  if (by === 'kind') return rows.map((row) => ({ ...row, name: kindName(row.businessType, language) }))
  if (by === 'item') {
    const nameOf = await itemNames(db, companyId, rows)
    return rows.map((row) => ({ ...row, name: nameOf(row) }))
  }
  const ids = rows.flatMap(({ organizationId }) => organizationId ?? [])
  const names = await organizationNames(db, companyId, ids)
  return rows.map((row) => ({ ...row, name: names.get(row.organizationId ?? '') ?? '' }))
}

async function factsOf(db: FinanceDb, range: Range) {
  const { from: previousFrom, until: previousUntil } = previousOf(range)
  return { previousFrom, previousUntil, timeZone: range.timeZone, ...(await spanOf(db, range)) }
}

export async function revenue(
  db: FinanceDb,
  { from, until, by, page, pageSize, ...filter }: Input<typeof finance.revenue>['query'],
  context: Context,
): Promise<Revenue> {
  const { caller } = context
  const range = await rangeOf(db, caller.companyId, { from, until })
  const window = pageWindow({ page, pageSize })
  const { rows, total, recordCount } = await readSales(db, caller, { range, filter, by, window })
  return { ...(await factsOf(db, range)), total, recordCount, items: await nameRows(db, context, by, rows) }
}

/** The rows of a report by period: also those in which nothing was sold, and none twice. */
export async function periodRows(
  db: FinanceDb,
  caller: Caller,
  { range, filter, unit }: { readonly range: Range; readonly filter: SalesFilter; readonly unit: Unit },
) {
  const { rows, total } = await readSales(db, caller, { range, filter, by: unit })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const items = bucketsOf(range, unit).map(({ key, ...days }) => {
    const { current = noFigures, previous = noFigures } = byKey.get(key) ?? {}
    return { ...days, current, previous }
  })
  return { items, total }
}

export async function revenueByPeriod(
  db: FinanceDb,
  { from, until, unit, ...filter }: Input<typeof finance.revenueByPeriod>['query'],
  { caller }: Context,
): Promise<RevenueByPeriod> {
  const range = await rangeOf(db, caller.companyId, { from, until })
  const { items, total } = await periodRows(db, caller, { range, filter, unit })
  return { ...(await factsOf(db, range)), total, items: await spansOf(db, range.timeZone, items) }
}
