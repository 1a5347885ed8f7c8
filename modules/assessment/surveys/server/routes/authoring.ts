import { lifecycleRoutes } from '#modules/content/catalog/server.ts'
import type { Routes } from '#server/module.ts'
import type { authoringCalls } from '../../contract/authoring.ts'
import {
  auditedSurveys,
  changeSurvey,
  createSurvey,
  editedSurvey,
  endSurvey,
  listAuthoredSurveys,
  renewGuestLink,
} from '../authored.ts'
import { surveyLifecycle } from '../lifecycle.ts'
import type { DB } from '../tables.ts'
import { previewSurvey } from '../taking.ts'
import { copySurvey, createFromTemplate, deleteTemplate, saveTemplate, surveyTemplates } from '../templates.ts'

const { auditing, auditingNew } = auditedSurveys
const manage = lifecycleRoutes(surveyLifecycle, auditedSurveys, 'survey')

export const authoringRoutes: Routes<DB, typeof authoringCalls> = {
  async authoredSurveys(db, { query }, { caller, now }) {
    return listAuthoredSurveys(db, caller, query, now)
  },
  async createSurvey(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'survey', () => createSurvey(db, caller, body, now))
  },
  async createFromTemplate(db, { body }, context) {
    return auditingNew(db, context, 'survey', () => createFromTemplate(db, context.caller, body, context))
  },
  async copySurvey(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'survey', () => copySurvey(db, caller, id, body.name, now))
  },
  async editedSurvey(db, { params }, { caller, now }) {
    return editedSurvey(db, caller, params.id, now)
  },
  async changeSurvey(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'survey', id }, () => changeSurvey(db, caller, id, body, now))
  },
  publishSurvey: manage.publish,
  withdrawSurvey: manage.withdraw,
  revokeSurvey: manage.takeDown,
  discardSurveyChanges: manage.discard,
  deleteSurvey: manage.remove,
  async endSurvey(db, { params: { id } }, context) {
    const { caller, now } = context
    return auditing(db, context, { type: 'survey', id }, () => endSurvey(db, caller, id, now))
  },
  async renewGuestLink(db, { params: { id } }, context) {
    return auditing(db, context, { type: 'survey', id }, () => renewGuestLink(db, context.caller, id))
  },
  async previewSurvey(db, { params }, { caller, now }) {
    return previewSurvey(db, caller, params.id, now)
  },
  async surveyTemplates(db, _input, { caller }) {
    return surveyTemplates(db, caller)
  },
  async saveTemplate(db, { body }, { caller, now, audit }) {
    const saved = await saveTemplate(db, caller, body, now)
    audit({ type: 'survey-template', id: saved.id, name: body.name })
    return saved
  },
  async deleteTemplate(db, { params }, { caller }) {
    await deleteTemplate(db, caller, params.id)
    return {}
  },
}
