import type { Routes } from '#server/module.ts'
import type { announcingCalls } from '../../contract/announcing.ts'
import type { answerFileCalls } from '../../contract/answer-file.ts'
import type { incidentCalls } from '../../contract/incidents.ts'
import type { photoCalls } from '../../contract/photos.ts'
import { acknowledge, announce, listAnnouncements } from '../announcing.ts'
import { handInAnswerFile } from '../answer-file.ts'
import { listIncidents, noteIncident } from '../incidents.ts'
import { attemptPhoto, checkPhoto } from '../photos.ts'
import { reopenAttempt } from '../reopening.ts'
import type { DB } from '../tables.ts'

export const proctoringRoutes: Routes<
  DB,
  typeof announcingCalls & typeof incidentCalls & typeof answerFileCalls & typeof photoCalls
> = {
  async announce(db, { params, body }, { caller, now }) {
    return announce(db, caller, params.id, body, now)
  },
  async announcements(db, { params, query }, { caller }) {
    return listAnnouncements(db, caller, params.id, query)
  },
  async acknowledge(db, { params }, { caller, now }) {
    return acknowledge(db, caller, params, now)
  },
  async handInAnswerFile(db, { params, body }, { caller, now }) {
    return handInAnswerFile(db, caller, params.id, body.file, now)
  },
  async attemptPhoto(db, { params }, { caller, now }) {
    return attemptPhoto(db, caller, params.id, now)
  },
  async checkPhoto(db, { params, body }, { caller, now }) {
    return checkPhoto(db, caller, params.id, body.verdict, now)
  },
  async incidents(db, { params, query }, { caller }) {
    return listIncidents(db, caller, params.id, query)
  },
  async noteIncident(db, { params, body }, { caller, now }) {
    return noteIncident(db, caller, params.id, body, now)
  },
  async reopenAttempt(db, { params, body }, { caller, now }) {
    return reopenAttempt(db, caller, params.id, body, now)
  },
}
