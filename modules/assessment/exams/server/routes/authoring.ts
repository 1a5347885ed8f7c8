import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { authoringCalls } from '../../contract/authoring.ts'
import { auditedExams, changeExam, createExam, editedExam, listAuthoredExams } from '../authored-exams.ts'
import { previewExam } from '../entry.ts'
import { examLifecycle } from '../exam-lifecycle.ts'
import type { DB } from '../tables.ts'

const { auditing, auditingNew } = auditedExams
const manage = lifecycleRoutes(examLifecycle, auditedExams, 'exam')

export const authoringRoutes: Routes<DB, typeof authoringCalls> = {
  async authoredExams(db, { query }, { caller, now }) {
    return listAuthoredExams(db, caller, query, now)
  },
  async createExam(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'exam', () => createExam(db, caller, body, now))
  },
  async editedExam(db, { params }, { caller, now }) {
    return editedExam(db, caller, params.id, now)
  },
  async changeExam(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'exam', id }, () => changeExam(db, caller, id, body, now))
  },
  publishExam: manage.publish,
  withdrawExam: manage.withdraw,
  takeExamDown: manage.takeDown,
  discardExamChanges: manage.discard,
  deleteExam: manage.remove,
  async previewExam(db, { params }, context) {
    return previewExam(db, params.id, context)
  },
}
