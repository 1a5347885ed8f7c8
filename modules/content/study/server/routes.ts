import type { Routes } from '#server/module.ts'
import type { study } from '../contract.ts'
import { continueLearning, learningFigures, subordinateFigures } from './center.ts'
import { changeCap, grantCredits, listCaps } from './credit-caps.ts'
import { creditYears, listCredits } from './credit-history.ts'
import { gradebookTotals, readGradebook } from './gradebook/gradebook.ts'
import { exportGradebook } from './gradebook/gradebook-export.ts'
import { exportRecord, readRecord } from './gradebook/record.ts'
import type { DB } from './tables.ts'
import { readTimeline } from './timeline.ts'
import { exportStudyTimes, listStudyTimes, studyCalendar } from './times.ts'

export const routes: Routes<DB, typeof study> = {
  async creditRecords(db, { query }, { caller, language }) {
    return listCredits(db, caller, query, language)
  },
  async creditYears(db, { query }, { caller, now, language }) {
    return creditYears(db, caller, query.type, now, language)
  },
  async creditCaps(db, _input, { caller, language }) {
    return { items: await listCaps(db, caller.companyId, language) }
  },
  async changeCreditCap(db, { params, body }, context) {
    return changeCap(db, params, body.maxScore, context)
  },
  async grantCredits(db, { body }, context) {
    return { recordCount: await grantCredits(db, body, context) }
  },
  async learningFigures(db, _input, { caller }) {
    return learningFigures(db, caller)
  },
  async subordinateFigures(db, { query }, { caller }) {
    return subordinateFigures(db, caller, query.memberIds.split(','))
  },
  async continueLearning(db, { query }, { caller, language }) {
    return continueLearning(db, caller, query.limit ?? 6, language)
  },
  async learningTimeline(db, { query }, { caller, now, language }) {
    return readTimeline(db, caller, query, { now, language })
  },
  async studyTimes(db, { query }, { caller, language }) {
    return listStudyTimes(db, caller, query, language)
  },
  async studyCalendar(db, _input, { caller, now }) {
    return studyCalendar(db, caller, now)
  },
  async exportStudyTimes(db, { query }, context) {
    return exportStudyTimes(db, query, context)
  },
  async gradebook(db, { query }, { caller, language }) {
    return readGradebook(db, caller, query, language)
  },
  async gradebookTotals(db, { query }, { caller }) {
    return gradebookTotals(db, caller, query)
  },
  async exportGradebook(db, { query }, context) {
    return exportGradebook(db, query, context)
  },
  async learningRecord(db, { params }, context) {
    return readRecord(db, params.memberId, context)
  },
  async exportLearningRecord(db, { params }, context) {
    return exportRecord(db, params.memberId, context)
  },
}
