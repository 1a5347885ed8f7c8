/** Builders for tests of reports: orders that were paid, and paid back, at any time, without what they would open. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { ordersTables } from './db.ts'

export interface SoldLine {
  readonly businessType?: number
  readonly itemId: string
  readonly quantity?: number
  /** Hundredths of one unit. */
  readonly unit?: number
  /** Hundredths of the whole line. */
  readonly discount?: number
}

export interface SaleInput {
  readonly companyId: string
  readonly organizationId: string
  readonly buyerId: string
  readonly payType?: 1 | 2
  readonly lines: readonly SoldLine[]
  readonly paidAt: number
  /** What was paid back, by the place of the line, and when. */
  readonly refunds?: readonly { readonly place: number; readonly amount: number; readonly at: number }[]
}

interface KeptLine {
  readonly lineId: string
  readonly itemId: string
  readonly businessType: number
  readonly quantity: number
  readonly unit: number
  readonly discount: number
}

async function insertLines(
  connection: Connection,
  { companyId }: SaleInput,
  orderId: string,
  lines: readonly KeptLine[],
) {
  const rows = lines.map(({ lineId, itemId, businessType, quantity, unit, discount }, place) => ({
    ...{ id: lineId, order_id: orderId, company_id: companyId, place, business_type: businessType, item_id: itemId },
    ...{
      name: '消防安全基础',
      quantity,
      price_id: uuid(),
      range_begin: 1,
      range_end: -1,
      original_unit: unit,
      unit,
      discount,
    },
    amount: unit * quantity,
  }))
  await ordersTables(connection).insertInto('orders.line').values(rows).execute()
}

async function insertRefunds(connection: Connection, input: SaleInput, orderId: string, lines: readonly KeptLine[]) {
  const db = ordersTables(connection)
  for (const { place, amount, at } of input.refunds ?? []) {
    const id = uuid()
    await db
      .insertInto('orders.refund')
      .values({
        ...{ id, order_id: orderId, company_id: input.companyId, number: `R${id}`, status: 'done', amount, reason: '' },
        ...{ requested_by: input.buyerId, requested_at: at, decided_at: at, done_at: at },
      })
      .execute()
    const lineId = lines[place]?.lineId ?? ''
    await db
      .insertInto('orders.refund_line')
      .values({ refund_id: id, line_id: lineId, company_id: input.companyId, quantity: 1, amount })
      .execute()
  }
}

/** Answers the id of the order. */
export async function buildSale(connection: Connection, input: SaleInput): Promise<string> {
  const { companyId, organizationId, buyerId, payType = 1, paidAt } = input
  const id = uuid()
  const lines = input.lines.map(
    ({ businessType = 1, itemId, quantity = 1, unit = 1000, discount = 0 }): KeptLine => ({
      ...{ lineId: uuid(), itemId, businessType, quantity, unit, discount },
    }),
  )
  const amount = lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0)
  const discount = lines.reduce((sum, line) => sum + line.discount, 0)
  const refunded = (input.refunds ?? []).reduce((sum, one) => sum + one.amount, 0)
  await ordersTables(connection)
    .insertInto('orders.order')
    .values({
      ...{ id, company_id: companyId, number: `S${id}`, buyer_id: buyerId, organization_id: organizationId },
      ...{
        request_key: uuid(),
        status: 'deal-done',
        pay_type: payType,
        amount,
        discount,
        paid: amount - discount,
        refunded,
      },
      ...{ created_at: paidAt, expires_at: paidAt + 1, paid_at: paidAt, done_at: paidAt },
    })
    .execute()
  await insertLines(connection, input, id, lines)
  await insertRefunds(connection, input, id, lines)
  return id
}

/** Changes what an order says was paid, as a mistake of the product would. */
export async function falsifyPaid(connection: Connection, orderId: string, by: number): Promise<void> {
  await sql`update orders.order set paid = paid + ${by} where id = ${orderId}`.execute(ordersTables(connection))
}
