import type { Routes } from '#server/module.ts'
import type { answeringCalls } from '../../contract/answering.ts'
import type { learningCalls } from '../../contract/learning.ts'
import { answerable, assertGoesOn, getOwnAttempt } from '../attempts.ts'
import { examEntry } from '../entry.ts'
import { answerInfo, attemptOutcome, ownAttempts, ownRecord, submitAttempt, viewPaper } from '../outcomes.ts'
import { basicExams, examsByIds, listExams } from '../published-exams.ts'
import { recordEvents } from '../saving.ts'
import { closeSection } from '../sections.ts'
import { startAttempt } from '../starting.ts'
import type { DB } from '../tables.ts'

export const takingRoutes: Routes<DB, typeof answeringCalls & typeof learningCalls> = {
  async exams(db, { query }, { caller, now }) {
    return listExams(db, caller, query, now)
  },
  async exam(db, { params }, context) {
    return examEntry(db, params.id, context)
  },
  async examsByIds(db, { query }, { caller, now }) {
    return examsByIds(db, caller, query.ids, now)
  },
  async basicExams(db, { query }, { caller, now }) {
    return basicExams(db, caller, query.ids, now)
  },
  async ownRecord(db, { params }, { caller, now }) {
    return ownRecord(db, caller, params.id, now)
  },
  async ownRecords(db, { query }, { caller, now }) {
    return ownAttempts(db, caller, query, now)
  },
  async ownAttempts(db, { query }, { caller, now }) {
    return ownAttempts(db, caller, query, now)
  },
  async answerInfo(db, { params }, { caller, now }) {
    return answerInfo(db, caller, params.examId, now)
  },
  async startAttempt(db, { params, body }, context) {
    return startAttempt(db, params.id, body, context)
  },
  async attempt(db, { params }, { caller, now }) {
    const attempt = await getOwnAttempt(db, caller, params.id, now)
    assertGoesOn(attempt, now)
    return answerable(db, attempt, now)
  },
  async recordEvents(db, { params, body }, { caller, now }) {
    return recordEvents(db, caller, params.id, body, now)
  },
  async closeSection(db, { params, body }, { caller, now }) {
    return closeSection(db, caller, params, body, now)
  },
  async submitAttempt(db, { params, body }, { caller, now }) {
    return submitAttempt(db, caller, params.id, body, now)
  },
  async attemptOutcome(db, { params }, { caller, now }) {
    return attemptOutcome(db, caller, params.id, now)
  },
  async viewedPaper(db, { params }, { caller, now }) {
    return viewPaper(db, caller, params.id, now)
  },
}
