import type { Routes } from '#server/module.ts'
import type { appealCalls } from '../../contract/appeals.ts'
import type { fixingCalls } from '../../contract/fixing.ts'
import type { markingCalls } from '../../contract/marking.ts'
import { answerAppeal, appeal, withdrawAppeal } from '../appeals/appeals.ts'
import { appeals, attemptTrail } from '../appeals/lists.ts'
import { fixableQuestions, fixEffects, fixKey, keyFixes, otherVersions } from '../fixing/key-fixes.ts'
import { claimAnswers, releaseClaims } from '../marking/claims.ts'
import { addCannedComment, cannedComments, changeCannedComment, removeCannedComment } from '../marking/comments.ts'
import { saveMarkDraft } from '../marking/drafts.ts'
import { finishAllMarking, markingProgress } from '../marking/progress.ts'
import { markSame, sameAnswers } from '../marking/same-answers.ts'
import { changeMarkingSettings, markingSettings } from '../marking/settings.ts'
import {
  finishMarking,
  markAnswer,
  markedAnswers,
  markedExam,
  markedExams,
  markedQuestions,
  restartMarking,
} from '../marking.ts'
import type { DB } from '../tables.ts'

export const markingRoutes: Routes<DB, typeof markingCalls & typeof appealCalls & typeof fixingCalls> = {
  async markedExams(db, { query }, { caller }) {
    return markedExams(db, caller, query)
  },
  async markedExam(db, { params }, { caller }) {
    return markedExam(db, caller, params.id)
  },
  async markedQuestions(db, { params }, { caller }) {
    return markedQuestions(db, caller, params.id)
  },
  async markedAnswers(db, { params, query }, { caller, now }) {
    return markedAnswers(db, caller, params.id, query, now)
  },
  async markAnswer(db, { params, body }, { caller, now }) {
    return markAnswer(db, caller, params, body, now)
  },
  async saveMarkDraft(db, { params, body }, { caller, now }) {
    return saveMarkDraft(db, caller, params, body, now)
  },
  async finishMarking(db, { params }, { caller, now }) {
    return finishMarking(db, caller, params.id, now)
  },
  async restartMarking(db, { params }, { caller, now }) {
    return restartMarking(db, caller, params.id, now)
  },
  async claimAnswers(db, { params, body }, { caller, now }) {
    return claimAnswers(db, caller, params.id, body, now)
  },
  async releaseClaims(db, { params }, { caller }) {
    return releaseClaims(db, caller, params.id)
  },
  async sameAnswers(db, { params, query }, { caller }) {
    return sameAnswers(db, caller, params, query)
  },
  async markSame(db, { params, body }, { caller, now }) {
    return markSame(db, caller, params, body, now)
  },
  async markingProgress(db, { params }, { caller, now }) {
    return markingProgress(db, caller, params.id, now)
  },
  async finishAllMarking(db, { params }, { caller, now }) {
    return finishAllMarking(db, caller, params.id, now)
  },
  async markingSettings(db, { params }, { caller }) {
    return markingSettings(db, caller, params.id)
  },
  async changeMarkingSettings(db, { params, body }, context) {
    return changeMarkingSettings(db, params.id, body, context)
  },
  async cannedComments(db, { params }, { caller }) {
    return cannedComments(db, caller, params.id)
  },
  async addCannedComment(db, { params, body }, { caller }) {
    return addCannedComment(db, caller, params.id, body)
  },
  async changeCannedComment(db, { params, body }, { caller }) {
    return changeCannedComment(db, caller, params.id, body.text)
  },
  async removeCannedComment(db, { params }, { caller }) {
    return removeCannedComment(db, caller, params.id)
  },
  async attemptTrail(db, { params }, { caller, now }) {
    return attemptTrail(db, caller, params.id, now)
  },
  async appeal(db, { params, body }, { caller, now }) {
    return appeal(db, caller, params.id, body, now)
  },
  async withdrawAppeal(db, { params }, { caller }) {
    return withdrawAppeal(db, caller, params.id)
  },
  async appeals(db, { params, query }, { caller, now }) {
    return appeals(db, caller, params.id, query, now)
  },
  async answerAppeal(db, { params, body }, { caller, now }) {
    return answerAppeal(db, caller, params.id, body, now)
  },
  async fixableQuestions(db, { params, query }, { caller }) {
    return fixableQuestions(db, caller, params.id, query)
  },
  async otherVersions(db, { params }, { caller }) {
    return otherVersions(db, caller, params)
  },
  async fixKey(db, { params, body }, context) {
    return fixKey(db, params.id, body, context)
  },
  async keyFixes(db, { params, query }, { caller }) {
    return keyFixes(db, caller, params.id, query)
  },
  async fixEffects(db, { params, query }, { caller }) {
    return fixEffects(db, caller, params.id, query)
  },
}
