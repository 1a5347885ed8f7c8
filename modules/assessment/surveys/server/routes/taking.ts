import type { Routes } from '#server/module.ts'
import type { answeringCalls } from '../../contract/answering.ts'
import { listSurveys, surveyEntry, surveysByIds } from '../published.ts'
import type { DB } from '../tables.ts'
import {
  guestEntry,
  openAsGuest,
  openSurvey,
  saveAnswers,
  saveAsGuest,
  submitAsGuest,
  submitSurvey,
} from '../taking.ts'

export const takingRoutes: Routes<DB, typeof answeringCalls> = {
  async surveys(db, { query }, { caller, now }) {
    return listSurveys(db, caller, query, now)
  },
  async surveysByIds(db, { query }, { caller, now }) {
    return surveysByIds(db, caller, query.ids, now)
  },
  async survey(db, { params }, { caller, now }) {
    return surveyEntry(db, caller, params.id, now)
  },
  async openSurvey(db, { params }, { caller, now }) {
    return openSurvey(db, caller, params.id, now)
  },
  async saveAnswers(db, { params, body }, { caller, now }) {
    return saveAnswers(db, caller, params.id, body, now)
  },
  async submitSurvey(db, { params, body }, { caller, now }) {
    return submitSurvey(db, caller, params.id, body, now)
  },
  async guestEntry(db, { body }, { now }) {
    return guestEntry(db, body, now)
  },
  async openAsGuest(db, { body }, { now }) {
    return openAsGuest(db, body, now)
  },
  async saveAsGuest(db, { body }, { now }) {
    return saveAsGuest(db, body, now)
  },
  async submitAsGuest(db, { body }, { now }) {
    return submitAsGuest(db, body, now)
  },
}
