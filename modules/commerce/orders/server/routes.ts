import type { Context, Routes } from '#server/module.ts'
import type { orders } from '../contract.ts'
import { auditedOrders } from './audited.ts'
import { changeOrder, previewChange } from './changing.ts'
import { closeByStaff, closeOwn } from './closing.ts'
import type { OrdersDb } from './db.ts'
import { managedOrder, ownOrder } from './details.ts'
import { setReceiver } from './goods-lines.ts'
import { listManagedOrders, listOwnOrders, listRefunds, showOwn } from './lists.ts'
import { findManaged } from './managed.ts'
import { findOrder, isOf } from './order-record.ts'
import { payFree, payWithCoins } from './paying.ts'
import { placeOrder } from './placing.ts'
import { requestRefund, withdrawRefund } from './refund-requests.ts'
import { decideRefund } from './refunds.ts'
import { startRmbPayment } from './rmb.ts'
import { receiveOrder, shipOrder } from './shipping.ts'
import type { DB } from './tables.ts'

const { auditing } = auditedOrders

const shownTo = async (db: OrdersDb, context: Context, id: string) =>
  showOwn(db, context, await findOrder(db, isOf(context.caller.memberId, id)))

const statusOf = async (db: OrdersDb, { caller }: Context, id: string) => ({
  status: (await findManaged(db, caller, id)).status,
})

export const routes: Routes<DB, typeof orders> = {
  async placeOrder(db, { body }, context) {
    const { caller, now } = context
    const id = await placeOrder(db, caller, body, context)
    await payFree(db, caller, id, now)
    return shownTo(db, context, id)
  },
  async payWithCoins(db, { params }, context) {
    await payWithCoins(db, context.caller, params.id, context.now)
    return shownTo(db, context, params.id)
  },
  async startPayment(db, { params, body }, context) {
    return startRmbPayment(db, context, params.id, body)
  },
  async previewChange(db, { params, body }, context) {
    return previewChange(db, context, params.id, body)
  },
  async changeOrder(db, { params, body }, context) {
    const { caller, now } = context
    await changeOrder(db, caller, params.id, body, now)
    await payFree(db, caller, params.id, now)
    return shownTo(db, context, params.id)
  },
  async closeOrder(db, { params }, context) {
    await closeOwn(db, context.caller, params.id, context.now)
    return shownTo(db, context, params.id)
  },
  async ownOrders(db, { query }, context) {
    return listOwnOrders(db, context, query)
  },
  async ownOrder(db, { params }, context) {
    return ownOrder(db, context, params.id)
  },
  async receiveOrder(db, { params }, context) {
    await receiveOrder(db, context.caller, params.id, context.now)
    return shownTo(db, context, params.id)
  },
  async setReceiver(db, { params, body }, context) {
    await setReceiver(db, context.caller, params.id, body.addressId, context.now)
    return shownTo(db, context, params.id)
  },
  async requestRefund(db, { params, body }, { caller, now }) {
    return requestRefund(db, caller, params.id, body, now)
  },
  async withdrawRefund(db, { params }, { caller, now }) {
    return withdrawRefund(db, caller, params, now)
  },
  async managedOrders(db, { query }, context) {
    return listManagedOrders(db, context, query)
  },
  async managedOrder(db, { params }, context) {
    return managedOrder(db, context, params.id)
  },
  async closeManagedOrder(db, { params, body }, context) {
    const { caller, now } = context
    const closing = { id: params.id, words: body.reason }
    await auditing(db, context, { type: 'order', id: params.id }, () => closeByStaff(db, caller, closing, now))
    return statusOf(db, context, params.id)
  },
  async shipOrder(db, { params, body }, context) {
    const { caller, now } = context
    await auditing(db, context, { type: 'order', id: params.id }, () => shipOrder(db, caller, params.id, body, now))
    return statusOf(db, context, params.id)
  },
  async refunds(db, { query }, context) {
    return listRefunds(db, context, query)
  },
  async decideRefund(db, { params, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'refund', id: params.id }, () =>
      decideRefund(db, caller, params.id, body, now),
    )
  },
}
