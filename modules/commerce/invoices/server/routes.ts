import { once } from '#modules/platform/currency/server.ts'
import type { Routes } from '#server/module.ts'
import type { invoices } from '../contract.ts'
import { applyAgain, applyForInvoice } from './applications.ts'
import { agree, issue, reject, reverse } from './decisions.ts'
import { exportInvoices } from './export.ts'
import { addInfo, changeInfo, deleteInfo, listInfos } from './infos.ts'
import { getManaged, getOwn, listManaged, listOwn } from './lists.ts'
import { listInvoiceable } from './sources.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof invoices> = {
  async ownInfos(db, _input, { caller }) {
    return listInfos(db, caller)
  },
  async addInfo(db, { body }, context) {
    return once(db, context, 'invoice-info', body, () => addInfo(db, context.caller, body, context.now))
  },
  async changeInfo(db, { params, body }, { caller, now }) {
    return changeInfo(db, caller, params.id, body, now)
  },
  async deleteInfo(db, { params }, { caller }) {
    return deleteInfo(db, caller, params.id)
  },
  async invoiceable(db, { query }, { caller }) {
    return listInvoiceable(db, caller, query)
  },
  async ownInvoices(db, { query }, context) {
    return listOwn(db, query, context)
  },
  async ownInvoice(db, { params }, context) {
    return getOwn(db, params.id, context)
  },
  async applyForInvoice(db, { body }, context) {
    return applyForInvoice(db, body, context)
  },
  async applyAgain(db, { params, body }, context) {
    return applyAgain(db, params.id, body, context)
  },
  async managedInvoices(db, { query }, context) {
    return listManaged(db, query, context)
  },
  async exportInvoices(db, { query }, context) {
    return exportInvoices(db, query, context)
  },
  async managedInvoice(db, { params }, context) {
    return getManaged(db, params.id, context)
  },
  async agreeToInvoice(db, { params }, context) {
    return agree(db, params.id, context)
  },
  async rejectInvoice(db, { params, body }, context) {
    return reject(db, params.id, body.reason, context)
  },
  async issueInvoice(db, { params, body }, context) {
    return issue(db, params.id, body, context)
  },
  async reverseInvoice(db, { params, body }, context) {
    return reverse(db, params.id, body, context)
  },
}
