import type { Routes } from '#server/module.ts'
import type { finance } from '../contract.ts'
import { checks } from './checks.ts'
import { exportLedger, exportRevenue, exportSettlement } from './exports.ts'
import { ledger } from './ledger.ts'
import { revenue, revenueByPeriod } from './revenue.ts'
import { openRefunds, settlement } from './settlement.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof finance> = {
  async revenue(db, { query }, context) {
    return revenue(db, query, context)
  },
  async revenueByPeriod(db, { query }, context) {
    return revenueByPeriod(db, query, context)
  },
  async exportRevenue(db, { query }, context) {
    return exportRevenue(db, query, context)
  },
  async openRefunds(db, _input, context) {
    return openRefunds(db, context)
  },
  async ledger(db, { query }, context) {
    return ledger(db, query, context)
  },
  async exportLedger(db, { query }, context) {
    return exportLedger(db, query, context)
  },
  async settlement(db, { query }, context) {
    return settlement(db, query, context)
  },
  async checks(db, { query }, context) {
    return checks(db, query, context)
  },
  async exportSettlement(db, { query }, context) {
    return exportSettlement(db, query, context)
  },
}
