import type { Routes } from '#server/module.ts'
import type { payments } from '../contract.ts'
import { approveTransfer, rejectTransfer, sendRefundAgain, setTransferAccount, settleRefund } from './deciding.ts'
import { getManagedPayment, listCallbacks, listPayments } from './managed.ts'
import { getOwnPayment, listProviders, sendReceipt, testPayment } from './own.ts'
import { importBill, listDifferences, listReconciliation } from './reconciliation.ts'
import type { DB } from './tables.ts'
import { accountOf } from './views.ts'

export const routes: Routes<DB, typeof payments> = {
  async paymentProviders(db, _input, context) {
    return listProviders(db, context)
  },
  async ownPayment(db, { params }, context) {
    return getOwnPayment(db, params.id, context)
  },
  async sendReceipt(db, { params, body }, context) {
    return sendReceipt(db, params.id, body, context)
  },
  async testPayment(db, { params, body }, context) {
    return testPayment(db, params.id, body, context)
  },
  async payments(db, { query }, context) {
    return listPayments(db, query, context)
  },
  async managedPayment(db, { params }, context) {
    return getManagedPayment(db, params.id, context)
  },
  async approveTransfer(db, { params, body }, context) {
    return approveTransfer(db, params.id, body, context)
  },
  async rejectTransfer(db, { params, body }, context) {
    return rejectTransfer(db, params.id, body, context)
  },
  async settleRefund(db, { params, body }, context) {
    return settleRefund(db, params.id, body, context)
  },
  async retryRefund(db, { params }, context) {
    return sendRefundAgain(db, params.id, context)
  },
  async paymentCallbacks(db, { query }, context) {
    return listCallbacks(db, query, context)
  },
  async transferAccount(db, _input, { caller }) {
    return { account: await accountOf(db, caller.companyId) }
  },
  async setTransferAccount(db, { body }, context) {
    return setTransferAccount(db, body, context)
  },
  async reconciliation(db, { query }, context) {
    return listReconciliation(db, query, context)
  },
  async reconciliationDifferences(db, { params }, context) {
    return listDifferences(db, params, context)
  },
  async importBill(db, { body }, context) {
    return importBill(db, body, context)
  },
}
