import type { Routes } from '#server/module.ts'
import type { moderation } from '../contract.ts'
import { appealDecision, ownDecisions } from './appeals.ts'
import { listCases } from './cases.ts'
import { claimCase, releaseCase } from './claims.ts'
import { decideAppeal, decideCase, restoreContent } from './decisions.ts'
import { caseDetails } from './details.ts'
import { hasReported, report } from './opening.ts'
import { exportStatistics, statistics } from './statistics.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof moderation> = {
  async isAccuse(db, { query }, { caller }) {
    return { isAccuse: await hasReported(db, caller, query) }
  },
  async accuse(db, { body }, { caller, now }) {
    return report(db, caller, { ...body, reasonCode: body.reasonCode ?? 'other' }, now)
  },
  async queue(db, { query }, context) {
    return listCases(db, context, query)
  },
  async details(db, { params }, context) {
    return caseDetails(db, context, params.id)
  },
  async claim(db, { params }, context) {
    return claimCase(db, context, params.id)
  },
  async release(db, { params }, context) {
    return releaseCase(db, context, params.id)
  },
  async decide(db, { params, body }, context) {
    return decideCase(db, context, params.id, body)
  },
  async restore(db, { params, body }, context) {
    return restoreContent(db, context, params.id, body)
  },
  async decideAppeal(db, { params, body }, context) {
    return decideAppeal(db, context, params.id, body)
  },
  async statistics(db, { query }, context) {
    return statistics(db, context, query)
  },
  async exportStatistics(db, { query }, context) {
    return exportStatistics(db, context, query)
  },
  async ownDecisions(db, { query }, context) {
    return ownDecisions(db, context, query)
  },
  async appeal(db, { params, body }, context) {
    return appealDecision(db, context, params.id, body.text)
  },
}
