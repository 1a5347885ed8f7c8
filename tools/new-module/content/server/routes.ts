import { lifecycleRoutes, listAuthored } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { specimens } from '../contract.ts'
import {
  auditedSpecimens,
  authoredSpecimens,
  changeSpecimen,
  createSpecimen,
  editedSpecimen,
} from './authored-specimens.ts'
import { finishSpecimen, openSpecimen } from './progress.ts'
import { specimenLifecycle } from './specimen-lifecycle.ts'
import { getSpecimen, listSpecimens, previewSpecimen } from './specimens.ts'
import type { DB } from './tables.ts'

const { auditing, auditingNew } = auditedSpecimens
const manage = lifecycleRoutes(specimenLifecycle, auditedSpecimens, 'specimen')

export const routes: Routes<DB, typeof specimens> = {
  async authoredSpecimens(db, { query }, { caller }) {
    return listAuthored(db, authoredSpecimens, caller, query)
  },
  async createSpecimen(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'specimen', () => createSpecimen(db, caller, body, now))
  },
  async editedSpecimen(db, { params }, { caller }) {
    return editedSpecimen(db, caller, params.id)
  },
  async changeSpecimen(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'specimen', id }, () => changeSpecimen(db, caller, id, body, now))
  },
  publishSpecimen: manage.publish,
  withdrawSpecimen: manage.withdraw,
  takeSpecimenDown: manage.takeDown,
  discardSpecimenChanges: manage.discard,
  deleteSpecimen: manage.remove,
  async previewSpecimen(db, { params }, { caller, now }) {
    return previewSpecimen(db, caller, params.id, now)
  },
  async specimens(db, { query }, { caller }) {
    return listSpecimens(db, caller, query)
  },
  async specimen(db, { params }, { caller }) {
    return getSpecimen(db, caller, params.id)
  },
  async openSpecimen(db, { params }, { caller, now }) {
    return { openedAt: await openSpecimen(db, caller, params.id, now) }
  },
  async finishSpecimen(db, { params }, { caller, now }) {
    return { finishedAt: await finishSpecimen(db, caller, params.id, now) }
  },
}
