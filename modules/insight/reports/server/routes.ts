import type { Routes } from '#server/module.ts'
import type { reports } from '../contract.ts'
import { readDashboard } from './dashboard.ts'
import { previewReport } from './preview.ts'
import { listRuns, runAddress, startRun } from './runs.ts'
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  listReceived,
  listSchedules,
  listSendings,
  receivedAddress,
  sendNow,
} from './schedules.ts'
import { listSources } from './sources.ts'
import type { DB } from './tables.ts'
import { listTemplates } from './templates.ts'
import { changeView, deleteView, listViews, readView, saveView, shareView, viewVersions } from './views.ts'

export const routes: Routes<DB, typeof reports> = {
  async sources(_db, _input, { caller, language }) {
    return { items: listSources(caller, language) }
  },
  async templates(_db, _input, { caller, language }) {
    return { items: listTemplates(caller, language) }
  },
  async preview(db, { body }, context) {
    return previewReport(db, body, context)
  },
  async dashboard(db, { query }, context) {
    return readDashboard(db, query, context)
  },
  async views(db, { query }, context) {
    return listViews(db, query, context)
  },
  async view(db, { params }, context) {
    return readView(db, params.id, context)
  },
  async saveView(db, { body }, context) {
    return saveView(db, body, context)
  },
  async changeView(db, { params, body }, context) {
    return changeView(db, params.id, body, context)
  },
  async deleteView(db, { params }, { caller }) {
    await deleteView(db, caller, params.id)
    return {}
  },
  async viewVersions(db, { params }, { caller }) {
    return { items: await viewVersions(db, caller, params.id) }
  },
  async shareView(db, { params, body }, context) {
    await shareView(db, params.id, body, context)
    return {}
  },
  async startRun(db, { body }, context) {
    return startRun(db, body, context)
  },
  async runs(db, _input, { caller, now }) {
    return { items: await listRuns(db, caller, now) }
  },
  async schedules(db, { params }, { caller }) {
    return { items: await listSchedules(db, caller, params.id) }
  },
  async addSchedule(db, { params, body }, context) {
    return addSchedule(db, params.id, body, context)
  },
  async changeSchedule(db, { params, body }, context) {
    return changeSchedule(db, params.id, body, context)
  },
  async deleteSchedule(db, { params }, { caller }) {
    await deleteSchedule(db, caller, params.id)
    return {}
  },
  async sendNow(db, { params }, context) {
    await sendNow(db, params.id, context)
    return {}
  },
  async sendings(db, { params, query }, { caller }) {
    return listSendings(db, params.id, query, caller)
  },
  async received(db, _input, { caller, now }) {
    return { items: await listReceived(db, caller, now) }
  },
  async receivedAddress(db, { params }, context) {
    return receivedAddress(db, params.id, context)
  },
  async runAddress(db, { params }, context) {
    return runAddress(db, context, params.id)
  },
}
