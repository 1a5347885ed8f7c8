/** The lines of an order, or of a version of it, as they are written. */
import { v7 as uuid } from 'uuid'
import type { GoodsNature } from '#modules/commerce/entitlements/server.ts'
import type { KeptQuote } from '#modules/commerce/prices/server.ts'
import type { OrdersDb } from './db.ts'
import type { LineRecord } from './order-record.ts'

/** A line before it is written: what it costs in all follows from its units. */
export type NewLine = Omit<LineRecord, 'id' | 'orderId' | 'version' | 'amount' | 'discount' | 'points'>

export const amountOf = ({ unit, quantity }: Pick<NewLine, 'unit' | 'quantity'>): bigint => unit * BigInt(quantity)
export const pointsOf = ({ pointsUnit, quantity }: NewLine): bigint => pointsUnit * BigInt(quantity)

/** What was quoted, as a line. */
export const lineOf = (quote: KeptQuote & { readonly name: string }, goods: GoodsNature | null): NewLine => {
  const { businessType, itemId, name, quantity, priceId, range, originalUnit, unit, points: pointsUnit } = quote
  return { businessType, itemId, name, quantity, priceId, range, originalUnit, unit, pointsUnit, goods }
}

export const sumOf = (lines: readonly NewLine[], partOf: (line: NewLine) => bigint): bigint =>
  lines.reduce((sum, line) => sum + partOf(line), 0n)

interface Written {
  readonly id: string
  readonly companyId: string
  readonly version: number
}

/** `shares`: of each line, what it is cheaper by. */
export async function insertLines(
  db: OrdersDb,
  { id: orderId, companyId, version }: Written,
  lines: readonly NewLine[],
  shares: readonly bigint[],
): Promise<void> {
  await db
    .insertInto('orders.line')
    .values(
      lines.map((line, place) => ({
        ...{ id: uuid(), order_id: orderId, version, company_id: companyId, place, business_type: line.businessType },
        ...{ item_id: line.itemId, name: line.name, quantity: line.quantity, price_id: line.priceId },
        ...{ range_begin: line.range.begin, range_end: line.range.end, original_unit: Number(line.originalUnit) },
        ...{ unit: Number(line.unit), amount: Number(amountOf(line)), discount: Number(shares[place] ?? 0n) },
        ...{ points_unit: Number(line.pointsUnit), goods: line.goods },
      })),
    )
    .execute()
}
