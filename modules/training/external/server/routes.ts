import type { Routes } from '#server/module.ts'
import { importTemplate } from '#server/spreadsheet/import-rows.ts'
import { moduleText } from '#server/texts.ts'
import type { external } from '../contract.ts'
import { changeActivity, createActivity, deleteActivity, listManagedActivities } from './activities.ts'
import { listActivities } from './activity-list.ts'
import { auditing, auditingNew } from './audit-facts.ts'
import { decidedIds, decideReports } from './deciding.ts'
import { exportReports } from './export.ts'
import { importRecords, readRecords, recordSheet } from './record-import.ts'
import { getReport, listManagedReports, listOwnReports } from './report-lists.ts'
import {
  addReporters,
  importReporters,
  listReporters,
  readReporters,
  remindReporters,
  removeReporter,
  reporterSheet,
} from './reporters.ts'
import { changeReport, deleteReport, startReport, submitReport, withdrawReport } from './reports.ts'
import type { DB } from './tables.ts'

const activity = (id: string) => ({ type: 'external-activity', id }) as const

export const routes: Routes<DB, typeof external> = {
  async externalActivities(db, { query }, { caller, now }) {
    return listActivities(db, caller, query, now)
  },
  async managedActivities(db, { query }, { caller, now }) {
    return listManagedActivities(db, caller, query, now)
  },
  async createActivity(db, { body }, context) {
    const { caller, now } = context
    return auditingNew(db, context, 'external-activity', () => createActivity(db, caller, body, now))
  },
  async changeActivity(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, activity(id), () => changeActivity(db, caller, id, body, now))
  },
  async deleteActivity(db, { params: { id } }, context) {
    return auditing(db, context, activity(id), () => deleteActivity(db, context.caller, id))
  },
  async reporters(db, { params, query }, { caller, now }) {
    return listReporters(db, caller, params.id, query, now)
  },
  async addReporters(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, activity(id), () => addReporters(db, caller, id, body.memberIds, now))
  },
  async removeReporter(db, { params }, context) {
    return auditing(db, context, activity(params.id), () => removeReporter(db, context.caller, params))
  },
  async remindReporters(db, { params }, { caller, now }) {
    return remindReporters(db, caller, params.id, now)
  },
  async reporterTemplate(_db, _input, { language }) {
    const name = moduleText('external', 'sheet.reporters', language) ?? ''
    return importTemplate(name, reporterSheet, { language, plainName: 'reporters' })
  },
  async readReporters(_db, _input, { upload }) {
    return readReporters(upload)
  },
  async importReporters(db, { params: { id }, body }, context) {
    const { caller, now } = context
    return auditing(db, context, activity(id), () => importReporters(db, caller, id, body.rows, now))
  },

  async ownReports(db, { query }, { caller }) {
    return listOwnReports(db, caller, query)
  },
  async report(db, { params }, { caller, now }) {
    return getReport(db, caller, params.id, now)
  },
  async startReport(db, { body }, { caller, now }) {
    return startReport(db, caller, body, now)
  },
  async changeReport(db, { params, body }, { caller, now }) {
    return changeReport(db, caller, params.id, body, now)
  },
  async submitReport(db, { params, body }, context) {
    return submitReport(db, context, params.id, body.revision)
  },
  async withdrawReport(db, { params }, { caller, now }) {
    return withdrawReport(db, caller, params.id, now)
  },
  async deleteReport(db, { params }, { caller }) {
    return deleteReport(db, caller, params.id)
  },
  async managedReports(db, { query }, { caller }) {
    return listManagedReports(db, caller, query)
  },
  async decideReports(db, { body }, context) {
    const { caller, now } = context
    const ids = await decidedIds(db, caller, body)
    return auditing(db, context, { type: 'external-report', ids }, () => decideReports(db, caller, body, now))
  },
  async exportReports(db, { query }, context) {
    return exportReports(db, query, context)
  },
  async recordTemplate(_db, _input, { language }) {
    const name = moduleText('external', 'sheet.records', language) ?? ''
    return importTemplate(name, recordSheet, { language, plainName: 'external-training' })
  },
  async readRecords(_db, _input, { upload }) {
    return readRecords(upload)
  },
  async importRecords(db, { body }, { caller, now }) {
    return importRecords(db, caller, body.rows, now)
  },
}
