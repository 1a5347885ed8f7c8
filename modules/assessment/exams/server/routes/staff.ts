import type { Routes } from '#server/module.ts'
import type { invigilationCalls } from '../../contract/invigilation.ts'
import { exportAnswers } from '../answers-export.ts'
import {
  examFigures,
  examinees,
  extendAttempt,
  extendExam,
  forceSubmit,
  invigilatedExams,
  resetAttempt,
} from '../invigilation.ts'
import { listLeaves, voidLeave } from '../leaves.ts'
import type { DB } from '../tables.ts'

export const staffRoutes: Routes<DB, typeof invigilationCalls> = {
  async invigilatedExams(db, { query }, { caller, now }) {
    return invigilatedExams(db, caller, query, now)
  },
  async examFigures(db, { params }, { caller, now }) {
    return examFigures(db, caller, params.id, now)
  },
  async examinees(db, { params, query }, { caller }) {
    return examinees(db, caller, params.id, query)
  },
  async leaves(db, { params }, { caller }) {
    return listLeaves(db, caller, params.id)
  },
  async voidLeave(db, { params, body }, { caller, now }) {
    return voidLeave(db, caller, params.id, body.reason, now)
  },
  async extendAttempt(db, { params, body }, { caller, now }) {
    return extendAttempt(db, caller, params.id, body.minutes, now)
  },
  async extendExam(db, { params, body }, { caller }) {
    return extendExam(db, caller, params.id, body.minutes)
  },
  async forceSubmit(db, { params }, { caller, now }) {
    return forceSubmit(db, caller, params.id, now)
  },
  async resetAttempt(db, { params, body }, { caller, now }) {
    return resetAttempt(db, caller, params.id, body.reason, now)
  },
  async exportAnswers(db, { params }, context) {
    return exportAnswers(db, params.id, context)
  },
}
