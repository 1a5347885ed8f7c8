/** Orders as what invoices are written for: those that were paid in RMB, without what coins paid of them. */
import { sql } from 'kysely'
import { type InvoiceableItem, invoiceSource, sourceRefunded } from '#modules/commerce/invoices/server.ts'
import { countMatches } from '#server/db/page.ts'
import { type OrdersDb, ordersTables } from './db.ts'
import { inForce, type OrderRecord } from './order-record.ts'

interface Row extends Omit<InvoiceableItem, 'paidFen' | 'refundedFen'> {
  readonly paidFen: string
  readonly refundedFen: string
}

const columns = sql`o.id, o.number, (o.paid - o.coin_value)::text as "paidFen",
  (o.refunded - o.coin_value_refunded)::text as "refundedFen", o.paid_at as "paidAt",
  case when o.for_others then 'purchaser' else 'individual' end as "memberType",
  (select string_agg(l.name, '; ' order by l.place) from orders.line l where ${inForce}) as subject`

const toItem = (row: Row): InvoiceableItem => ({
  ...row,
  ...{ paidFen: BigInt(row.paidFen), refundedFen: BigInt(row.refundedFen) },
})

const sourceName = 'order'

export const orderInvoices = invoiceSource({
  name: sourceName,
  async find(connection, { companyId, memberId, ids }) {
    const { rows } = await sql<Row>`
      select ${columns} from orders.order o
      where o.id = any(${[...ids]}::uuid[]) and o.company_id = ${companyId} and o.buyer_id = ${memberId}
        and o.pay_type = 2 and o.paid_at is not null`.execute(ordersTables(connection))
    return rows.map(toItem)
  },
  async list(connection, { companyId, memberId, memberType, limit, offset, isFree }) {
    const db = ordersTables(connection)
    const matching = sql`from orders.order o
      where o.buyer_id = ${memberId} and o.company_id = ${companyId} and o.pay_type = 2 and o.paid_at is not null
        and o.paid - o.coin_value > o.refunded - o.coin_value_refunded and o.for_others = ${memberType === 'purchaser'}
        and ${isFree(sql`o.id`)}`
    const { rows } = await sql<Row>`
      select ${columns} ${matching} order by o.paid_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db)
    return { items: rows.map(toItem), recordCount: await countMatches(db, matching) }
  },
})

/** An invoice of the order becomes smaller, is cancelled, or waits for a red-letter invoice. The refund is written. */
export async function reportRefund(db: OrdersDb, { id, companyId }: OrderRecord, now: number): Promise<void> {
  const { rows } = await sql<{ paid: string; refunded: string }>`
    select (o.paid - o.coin_value)::text as paid, (o.refunded - o.coin_value_refunded)::text as refunded
    from orders.order o where o.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return
  const item = { id, paidFen: BigInt(row.paid), refundedFen: BigInt(row.refunded) }
  await sourceRefunded(db, { companyId, source: sourceName, item, now })
}
