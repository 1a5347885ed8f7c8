import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import { importTemplate } from '#server/spreadsheet/import-rows.ts'
import { moduleText } from '#server/texts.ts'
import type { classes } from '../contract.ts'
import { changeActivities, editedActivities } from './activities.ts'
import { classContent, classmates, openActivity } from './class-content.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { classesByIds, getClass, listClasses, previewClass } from './classes.ts'
import { closeClass, deleteClass, revokeClass } from './closing.ts'
import { copyClass } from './copying.ts'
import { acceptPlace, enroll, withdrawFromClass } from './enrolling.ts'
import { auditedClasses, changeClass, createClass, editedClass, listManagedClasses } from './managed-classes.ts'
import { shownActivity } from './materials.ts'
import { importNominations, nominationSheet, readNominations } from './nomination-import.ts'
import { listNominees, nominateOwn, scopeOfManager, scopeOfStaff } from './nominations.ts'
import { decideEnrollments, listRoster, nominate, removeParticipants, rosterFigures, substitute } from './roster.ts'
import { exportRoster } from './roster-export.ts'
import { createSeries, keepTemplate, listSeries, otherDates } from './series.ts'
import { publicClass, registerForClass } from './signup.ts'
import type { DB } from './tables.ts'
import { workspaceRoutes } from './workspace-routes.ts'

const { auditing, auditingNew } = auditedClasses
const manage = lifecycleRoutes(classLifecycle, auditedClasses, 'class')

export const routes: Routes<DB, typeof classes> = {
  ...workspaceRoutes,
  async classes(db, { query }, { caller, now }) {
    return listClasses(db, caller, query, now)
  },
  async classesByIds(db, { query }, { caller, now }) {
    return classesByIds(db, caller, query.ids, now)
  },
  async class(db, { params }, { caller, now }) {
    return getClass(db, caller, params.id, now)
  },
  async classContent(db, { params: { id } }, { caller, now }) {
    return classContent(db, caller, id, now)
  },
  async shownActivity(db, { params }, { caller, now }) {
    return shownActivity(db, caller, params, now)
  },
  async openActivity(db, { params: { id, activityId } }, { caller, now }) {
    return openActivity(db, caller, id, activityId, now)
  },
  async enroll(db, { params: { id }, body }, { caller, now }) {
    return enroll(db, caller, id, body.answers, now)
  },
  async acceptPlace(db, { params: { id } }, { caller, now }) {
    return acceptPlace(db, caller, id, now)
  },
  async withdrawFromClass(db, { params: { id }, body }, { caller, now }) {
    return withdrawFromClass(db, caller, id, body.reason, now)
  },
  async classmates(db, { params: { id }, query }, { caller, now }) {
    return classmates(db, caller, id, query, now)
  },

  async otherDates(db, { params }, { caller, now }) {
    return otherDates(db, caller, params.id, now)
  },
  async publicClass(db, { params }, context) {
    return publicClass(db, params.id, context)
  },
  async registerForClass(db, { params, body }, context) {
    return registerForClass(db, params.id, body, context)
  },

  async managedClasses(db, { query }, { caller, now }) {
    return listManagedClasses(db, caller, query, now)
  },
  async createClass(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'class', () => createClass(db, caller, body, now))
  },
  async copyClass(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'class', () => copyClass(db, caller, id, body, now))
  },
  async createSeries(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => createSeries(db, caller, id, body, now))
  },
  async series(db, { query }, { caller }) {
    return listSeries(db, caller, query)
  },
  async keepTemplate(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'class', () => keepTemplate(db, caller, id, body.name, now))
  },
  async editedClass(db, { params }, { caller, now }) {
    return editedClass(db, caller, params.id, now)
  },
  async changeClass(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => changeClass(db, caller, id, body, now))
  },
  publishClass: manage.publish,
  withdrawClass: manage.withdraw,
  async revokeClass(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => revokeClass(db, caller, id, body.reason, now))
  },
  async closeClass(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => closeClass(db, caller, id, body.isConfirmed, now))
  },
  async deleteClass(db, { params: { id } }, context) {
    const { caller, now } = context
    await auditing(db, context, { type: 'class', id }, () => deleteClass(db, caller, id, now))
    return {}
  },
  async previewClass(db, { params }, { caller, now }) {
    return previewClass(db, caller, params.id, now)
  },
  async editedActivities(db, { params }, { caller, now }) {
    return editedActivities(db, caller, params.id, now)
  },
  async changeActivities(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => changeActivities(db, caller, id, body, now))
  },

  async roster(db, { params: { id }, query }, { caller }) {
    return listRoster(db, caller, id, query)
  },
  async rosterFigures(db, { params }, { caller }) {
    return rosterFigures(db, caller, params.id)
  },
  async nominate(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => nominate(db, caller, id, body.memberIds, now))
  },
  async decideEnrollments(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => decideEnrollments(db, caller, id, body, now))
  },
  async removeParticipants(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => removeParticipants(db, caller, id, body, now))
  },
  async substitute(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => substitute(db, caller, id, body, now))
  },

  async nominationTemplate(_db, _input, { language }) {
    const name = moduleText('classes', 'import.title', language) ?? ''
    return importTemplate(name, nominationSheet, { language, plainName: 'nominations' })
  },
  async readNominations(_db, _input, { upload }) {
    return readNominations(upload)
  },
  async importNominations(db, { params: { id }, body }, context) {
    const { caller, now } = context
    const scope = scopeOfStaff(caller, id)
    return auditing(db, context, { type: 'class', id }, () => importNominations(db, scope, body.rows, now))
  },
  async exportRoster(db, { params, query }, context) {
    return exportRoster(db, params.id, query, context)
  },
  async nominees(db, { params, query }, { caller }) {
    return listNominees(db, caller, params.id, query)
  },
  async nominateOwn(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'class', id }, () => nominateOwn(db, caller, id, body.memberIds, now))
  },
  async importOwnNominations(db, { params: { id }, body }, context) {
    const { caller, now } = context
    const scope = scopeOfManager(caller, id, now)
    return auditing(db, context, { type: 'class', id }, () => importNominations(db, scope, body.rows, now))
  },
}
