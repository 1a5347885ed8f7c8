import type { Routes } from '#server/module.ts'
import type { graduation } from '../contract.ts'
import { lastBatch, startBatch } from './batches.ts'
import { auditedRules, changeGraduationRule, graduationRule } from './conditions.ts'
import { graduationFigures, graduationForecast } from './forecast.ts'
import { revokeGraduation } from './graduates.ts'
import { ownGraduation } from './own.ts'
import { settleRetraining } from './retraining.ts'
import type { DB } from './tables.ts'

const { auditing } = auditedRules

export const routes: Routes<DB, typeof graduation> = {
  async ownGraduation(db, { params }, { caller, now }) {
    return ownGraduation(db, caller, params.id, now)
  },

  async graduationRule(db, { params }, { caller }) {
    return graduationRule(db, caller, params.id)
  },
  async changeGraduationRule(db, { params: { id }, body }, context) {
    const { caller, now } = context
    await auditing(db, context, { type: 'class-graduation', id }, () => changeGraduationRule(db, caller, id, body, now))
    return {}
  },
  async graduationForecast(db, { params, query }, { caller, now }) {
    return graduationForecast(db, caller, params.id, query, now)
  },
  async graduationFigures(db, { params }, { caller, now }) {
    return graduationFigures(db, caller, params.id, now)
  },
  async graduationBatch(db, { params }, { caller }) {
    return lastBatch(db, caller, params.id)
  },
  async graduate(db, { params, body }, context) {
    return startBatch(db, params.id, body, context)
  },
  async revokeGraduations(db, { params: { id }, body }, { caller, now, audit }) {
    const answer = await revokeGraduation(db, caller, id, body, now)
    audit({ type: 'class-graduation', id, after: { revoked: answer.revoked, reason: body.reason } })
    return answer
  },
  async settleRetraining(db, { params: { id }, body }, { caller, now, audit }) {
    const answer = await settleRetraining(db, caller, id, body.memberIds, now)
    audit({ type: 'class-graduation', id, after: { settled: answer.settled } })
    return answer
  },
}
