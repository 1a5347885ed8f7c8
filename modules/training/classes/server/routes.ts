import { lifecycleRoutes, listAuthored } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { classes } from '../contract.ts'
import { auditedClasses, authoredClasses, changeClass, createClass, editedClass } from './authored-classes.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { getClass, listClasses, previewClass } from './classes.ts'
import { finishClass, openClass } from './progress.ts'
import type { DB } from './tables.ts'

const { auditing, auditingNew } = auditedClasses
const manage = lifecycleRoutes(classLifecycle, auditedClasses, 'class')

export const routes: Routes<DB, typeof classes> = {
  async authoredClasses(db, { query }, { caller }) {
    return listAuthored(db, authoredClasses, caller, query)
  },
  async createClass(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'class', () => createClass(db, caller, body, now))
  },
  async editedClass(db, { params }, { caller }) {
    return editedClass(db, caller, params.id)
  },
  async changeClass(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => changeClass(db, caller, id, body, now))
  },
  publishClass: manage.publish,
  withdrawClass: manage.withdraw,
  takeClassDown: manage.takeDown,
  discardClassChanges: manage.discard,
  deleteClass: manage.remove,
  async previewClass(db, { params }, { caller, now }) {
    return previewClass(db, caller, params.id, now)
  },
  async classes(db, { query }, { caller }) {
    return listClasses(db, caller, query)
  },
  async class(db, { params }, { caller }) {
    return getClass(db, caller, params.id)
  },
  async openClass(db, { params }, { caller, now }) {
    return { openedAt: await openClass(db, caller, params.id, now) }
  },
  async finishClass(db, { params }, { caller, now }) {
    return { finishedAt: await finishClass(db, caller, params.id, now) }
  },
}
