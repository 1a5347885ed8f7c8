import type { Routes } from '#server/module.ts'
import type { reports } from '../contract.ts'
import { previewReport } from './preview.ts'
import { listRuns, runAddress, startRun } from './runs.ts'
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
  async runAddress(db, { params }, context) {
    return runAddress(db, context, params.id)
  },
}
