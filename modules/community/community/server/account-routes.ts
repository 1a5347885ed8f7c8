/** Binds the calls for finding, following and administering accounts. */
import type { Routes } from '#server/module.ts'
import type { accountCalls } from '../contract/accounts.ts'
import type { managedCalls } from '../contract/managed.ts'
import { followedAccounts, hotAccounts, listExperts, randomAccounts, recommendedAccounts } from './discovery.ts'
import { accountAnalysis, accountReport } from './figures.ts'
import { activateAccount, freezeAccount, managedAccounts } from './managed.ts'
import { clearNotices, unreadNotices } from './notices.ts'
import { exportReport } from './report-export.ts'
import type { DB } from './tables.ts'

export const accountRoutes: Routes<DB, typeof accountCalls & typeof managedCalls> = {
  async hotAccounts(db, { query }, { caller }) {
    return hotAccounts(db, caller, query.pageSize ?? 10)
  },
  async recommendedAccounts(db, { query }, { caller }) {
    return recommendedAccounts(db, caller, query)
  },
  async randomAccounts(db, { query }, { caller }) {
    return randomAccounts(db, caller, query.pageSize ?? 10)
  },
  async followedAccounts(db, { query }, { caller }) {
    return followedAccounts(db, caller, query)
  },
  async experts(db, { query }, { caller }) {
    return listExperts(db, caller, query)
  },
  async accountNotices(db, _input, { caller, now }) {
    return unreadNotices(db, caller, now)
  },
  async clearNotices(db, _input, { caller, now }) {
    await clearNotices(db, caller, now)
    return {}
  },
  async accountAnalysis(db, { query }, { caller, now }) {
    return accountAnalysis(db, caller, query, now)
  },
  async accountReport(db, { query }, { caller, now }) {
    return accountReport(db, caller, query, now)
  },
  async exportReport(db, { query }, context) {
    return exportReport(db, query, context)
  },
  async managedAccounts(db, { query }, { caller }) {
    return managedAccounts(db, caller, query)
  },
  async freezeAccount(db, { params, body }, context) {
    await freezeAccount(db, context, params.id, body.reason)
    return {}
  },
  async activateAccount(db, { params }, context) {
    await activateAccount(db, context, params.id)
    return {}
  },
}
