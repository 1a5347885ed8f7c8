import type { Routes } from '#server/module.ts'
import type { resultExportCalls } from '../../contract/result-export.ts'
import type { resultCalls } from '../../contract/results.ts'
import { organizationResults } from '../results/organizations.ts'
import { personResults } from '../results/people.ts'
import { questionResults } from '../results/questions.ts'
import { resultExport, resultExportAddress, startResultExport } from '../results/result-exports.ts'
import { examResults } from '../results/summary.ts'
import type { DB } from '../tables.ts'

export const resultRoutes: Routes<DB, typeof resultCalls & typeof resultExportCalls> = {
  async examResults(db, { params }, { caller, now }) {
    return examResults(db, caller, params.id, now)
  },
  async personResults(db, { params, query }, { caller }) {
    return personResults(db, caller, params.id, query)
  },
  async questionResults(db, { params, query }, { caller }) {
    return questionResults(db, caller, params.id, query)
  },
  async organizationResults(db, { params }, { caller }) {
    return organizationResults(db, caller, params.id)
  },
  async exportResults(db, { params }, context) {
    return startResultExport(db, params.id, context)
  },
  async resultExport(db, { params }, { caller }) {
    return resultExport(db, caller, params.id)
  },
  async resultExportAddress(db, { params }, context) {
    return resultExportAddress(db, context, params.id)
  },
}
