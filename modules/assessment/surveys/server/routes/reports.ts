import type { Routes } from '#server/module.ts'
import type { reportCalls } from '../../contract/reports.ts'
import { exportSurvey } from '../export.ts'
import { crossTable, surveyReport, surveyTexts } from '../reports.ts'
import { remindRespondents, surveyParticipants, surveyResponse, surveyResponses } from '../respondents.ts'
import type { DB } from '../tables.ts'

export const reportRoutes: Routes<DB, typeof reportCalls> = {
  async surveyParticipants(db, { params, query }, { caller }) {
    return surveyParticipants(db, caller, params.id, query)
  },
  async remindRespondents(db, { params }, { caller, now }) {
    return remindRespondents(db, caller, params.id, now)
  },
  async surveyReport(db, { params, query }, { caller, now }) {
    return surveyReport(db, caller, params.id, query, now)
  },
  async surveyTexts(db, { params, query }, { caller, now }) {
    return surveyTexts(db, caller, params.id, query, now)
  },
  async crossTable(db, { params, query }, { caller, now }) {
    return crossTable(db, caller, params.id, query, now)
  },
  async surveyResponses(db, { params, query }, { caller }) {
    return surveyResponses(db, caller, params.id, query)
  },
  async surveyResponse(db, { params }, { caller, now }) {
    return surveyResponse(db, caller, params, now)
  },
  async exportSurvey(db, { params, query }, context) {
    return exportSurvey(db, params.id, query, context)
  },
}
