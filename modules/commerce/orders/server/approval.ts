/** Orders that somebody has to agree to before they are paid (COMMERCE-031, COMMERCE-042). */
import { sql } from 'kysely'
import { type ApprovalOutcome, approvalSubject } from '#modules/platform/approvals/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { close, orderApproval } from './closing.ts'
import { ordersTables } from './db.ts'
import { addEvent } from './events.ts'
import { idIs, lockOrder } from './order-record.ts'
import { orderRules } from './rules.ts'

/** The time to pay begins when it is agreed. An order that was closed meanwhile stays closed. */
async function decided(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const { companyId, businessId, result, decidedBy, opinion, now } = outcome
  const db = ordersTables(connection)
  const order = await lockOrder(db, idIs(companyId, businessId))
  if (order.status !== 'to-pay' || order.approval !== 'approving') return
  if (result === 'agreed') {
    const { payMs } = await orderRules(db, companyId)
    await sql`update orders.order set approval = 'agreed', expires_at = ${now + payMs} where id = ${order.id}`.execute(
      db,
    )
    return addEvent(db, order, { kind: 'agreed', actorId: decidedBy, at: now })
  }
  await sql`update orders.order set approval = 'rejected' where id = ${order.id}`.execute(db)
  await addEvent(db, order, { kind: 'rejected', actorId: decidedBy, at: now, data: { reason: opinion } })
  await close(
    db,
    { ...order, approval: 'rejected' },
    { reason: result === 'refused' ? 'rejected' : 'buyer', by: decidedBy, now },
  )
}

export const orderSubject = approvalSubject({
  businessType: orderApproval,
  key: 'order',
  label: { cn: '订单', en: 'Order' },
  decided,
  link: () => '',
  reviseLink: (id) => `/orders/${id}`,
})
