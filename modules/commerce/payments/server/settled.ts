/** What finance reads of payments. Amounts are fen. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import type { ProviderName } from '../contract/shapes.ts'
import { paymentsTables } from './db.ts'

interface Span {
  readonly companyId: string
  readonly from: number
  readonly until: number
}

/**
 * Payments that count, less what was refunded of them, as `payable_id` and `amount`: by when we counted them. What came too late or
 * twice, and went back by itself, is not in it.
 */
export const settledSql = (payable: string, { companyId, from, until }: Span): RawBuilder<unknown> => sql`
  select m.payable_id, sum(m.amount) as amount from (
    select p.payable_id, p.amount_fen as amount from payments.payment p
    where p.company_id = ${companyId} and p.paid_at is not null and p.counts and p.payable = ${payable}
      and coalesce(p.settled_at, p.paid_at) >= ${from} and coalesce(p.settled_at, p.paid_at) < ${until}
    union all
    select p.payable_id, -r.amount_fen from payments.refund r join payments.payment p on p.id = r.payment_id
    where r.company_id = ${companyId} and r.state = 'succeeded' and not r.is_automatic and p.payable = ${payable}
      and r.decided_at >= ${from} and r.decided_at < ${until}
  ) m group by m.payable_id`

export interface ProviderSum {
  readonly provider: ProviderName
  readonly paidCount: number
  readonly paid: string
  readonly refundCount: number
  readonly refunded: string
  /** Of the refunded: what went back by itself, because it came too late or twice. */
  readonly automatic: string
}

/** What providers have taken and given back in a time, by when we counted it. */
export async function providerTotals(connection: Connection, { companyId, from, until }: Span): Promise<ProviderSum[]> {
  const { rows } = await sql<ProviderSum>`
    select provider, sum(paid)::int as "paidCount", sum(amount * paid)::text as paid,
      sum(1 - paid)::int as "refundCount", sum(amount * (1 - paid))::text as refunded,
      sum(amount * automatic)::text as automatic
    from (
      select p.provider, 1 as paid, 0 as automatic, p.amount_fen as amount from payments.payment p
      where p.company_id = ${companyId} and p.paid_at is not null
        and coalesce(p.settled_at, p.paid_at) >= ${from} and coalesce(p.settled_at, p.paid_at) < ${until}
      union all
      select p.provider, 0, r.is_automatic::int, r.amount_fen
      from payments.refund r join payments.payment p on p.id = r.payment_id
      where r.company_id = ${companyId} and r.state = 'succeeded' and r.decided_at >= ${from} and r.decided_at < ${until}
    ) moved group by provider order by provider`.execute(paymentsTables(connection))
  return rows
}
