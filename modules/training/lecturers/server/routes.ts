import type { Routes } from '#server/module.ts'
import type { lecturers } from '../contract.ts'
import { lecturerChoices } from './choices.ts'
import { getProfile, lecturerOfMember, listLecturers } from './directory.ts'
import { addEvaluation, evaluations, ownEvaluations, removeEvaluation } from './evaluations.ts'
import { exportLecturers } from './export.ts'
import {
  auditedLecturers,
  changeAvailability,
  changeLecturer,
  createLecturer,
  deleteLecturer,
  editedLecturer,
  enableLecturer,
  listManaged,
} from './managed-lecturers.ts'
import { changeOwnAvailability, changeOwnProfile, ownLecturer, ownTeaching, ownTeachingLog } from './own.ts'
import { getManaged } from './policy.ts'
import type { DB } from './tables.ts'
import { readTeachingLog } from './teaching-log.ts'

const { auditing, auditingNew } = auditedLecturers

export const routes: Routes<DB, typeof lecturers> = {
  async lecturers(db, { query }, { caller }) {
    return listLecturers(db, caller, query)
  },
  async lecturerOfMember(db, { query }, { caller }) {
    return lecturerOfMember(db, caller, query.memberId)
  },
  async lecturer(db, { params }, { caller, now }) {
    return getProfile(db, caller, params.id, now)
  },

  async managedLecturers(db, { query }, { caller, now }) {
    return listManaged(db, caller, query, now)
  },
  async exportLecturers(db, { query }, context) {
    return exportLecturers(db, query, context)
  },
  async createLecturer(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'lecturer', () => createLecturer(db, caller, body, now))
  },
  async editedLecturer(db, { params }, { caller, now }) {
    return editedLecturer(db, caller, params.id, now)
  },
  async changeLecturer(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lecturer', id }, () => changeLecturer(db, caller, id, body, now))
  },
  async changeAvailability(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lecturer', id }, () => changeAvailability(db, caller, id, body, now))
  },
  async enableLecturer(db, { params: { id }, body }, context) {
    const { caller, now } = context
    const change = () => enableLecturer(db, caller, id, body.isEnabled, now)
    return auditing(db, context, { type: 'lecturer', id }, change)
  },
  async deleteLecturer(db, { params: { id } }, context) {
    return auditing(db, context, { type: 'lecturer', id }, () => deleteLecturer(db, context.caller, id))
  },
  async teachingLog(db, { params: { id }, query }, { caller, now }) {
    await getManaged(db, caller, id)
    return readTeachingLog(db, id, query, now)
  },

  async evaluations(db, { params, query }, { caller, now }) {
    return evaluations(db, caller, params.id, query, now)
  },
  async addEvaluation(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'lecturer', id }, () => addEvaluation(db, caller, id, body.surveyId, now))
  },
  async removeEvaluation(db, { params: { id, surveyId } }, context) {
    return auditing(db, context, { type: 'lecturer', id }, () => removeEvaluation(db, context.caller, id, surveyId))
  },

  async ownTeaching(db, _input, { caller, now }) {
    return ownTeaching(db, caller, now)
  },
  async ownLecturer(db, _input, { caller, now }) {
    return ownLecturer(db, caller, now)
  },
  async changeOwnProfile(db, { body }, { caller, now }) {
    return changeOwnProfile(db, caller, body, now)
  },
  async changeOwnAvailability(db, { body }, { caller, now }) {
    return changeOwnAvailability(db, caller, body, now)
  },
  async ownEvaluations(db, { query }, { caller, now }) {
    return ownEvaluations(db, caller, query, now)
  },
  async ownTeachingLog(db, { query }, { caller, now }) {
    return ownTeachingLog(db, caller, query, now)
  },

  async lecturerChoices(db, { query }, { caller }) {
    return lecturerChoices(db, caller, query)
  },
}
