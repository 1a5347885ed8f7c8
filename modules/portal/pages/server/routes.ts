import type { Routes } from '#server/module.ts'
import type { pages } from '../contract.ts'
import {
  cancelPublication,
  checkedPreview,
  getVersion,
  listVersions,
  publishPage,
  restoreVersion,
  saveDraft,
  setPageState,
} from './drafts.ts'
import { changePage, copyPage, createPage, getPage, listPages, orderPages } from './managing.ts'
import { disabledMembers, logVisit, memberColumns, pageVisits, saveMemberColumns, setBranchMember } from './members.ts'
import { moduleEntries } from './module-entries.ts'
import { homeConfigs, openBranch, openPage, ownBranches } from './opening.ts'
import { managedRecord } from './page-records.ts'
import { showPage } from './show-page.ts'
import { saveSpeech, speechSet, speechSettings } from './speech.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof pages> = {
  async homeConfigs(db, { query }, context) {
    return homeConfigs(db, query.parentId, context)
  },
  async homePage(db, { params }, context) {
    return showPage(db, await openPage(db, context.caller, params.id, 'home'), context)
  },
  async ownBranches(db, _input, context) {
    return ownBranches(db, context)
  },
  async validateBranch(db, { params }, { caller }) {
    const { id } = await openBranch(db, caller, params.id)
    return { id, isValid: true }
  },
  async branchPage(db, { params }, context) {
    return showPage(db, await openBranch(db, context.caller, params.id), context)
  },
  async canvasPage(db, { params }, context) {
    return showPage(db, await openPage(db, context.caller, params.id, 'canvas'), context)
  },
  async moduleEntries(db, { params, query }, context) {
    return moduleEntries(db, params, query, context)
  },
  async previewPage(db, { params, query }, context) {
    const record = await managedRecord(db, context.caller, params.id)
    return showPage(db, { ...record, version: 0 }, { ...context, language: query.language })
  },
  async memberColumns(db, _input, context) {
    return memberColumns(db, context)
  },
  async saveMemberColumns(db, { body }, context) {
    return saveMemberColumns(db, body, context)
  },
  async speechSet(db, _input, context) {
    return speechSet(db, context)
  },
  async logVisit(db, { body }, context) {
    return logVisit(db, body, context)
  },
  async listPages(db, { query }, context) {
    return listPages(db, query, context)
  },
  async getPage(db, { params }, context) {
    return getPage(db, params.id, context)
  },
  async createPage(db, { body }, context) {
    return createPage(db, body, context)
  },
  async copyPage(db, { params, body }, context) {
    return copyPage(db, params.id, body, context)
  },
  async changePage(db, { params, body }, context) {
    return changePage(db, params.id, body, context)
  },
  async saveDraft(db, { params, body }, context) {
    return saveDraft(db, params.id, body, context)
  },
  async previewDocument(db, { params, body }, context) {
    const { record, problems } = await checkedPreview(db, params.id, body.document, context)
    const page = await showPage(db, { ...record, version: 0 }, { ...context, language: body.language })
    return { page, problems }
  },
  async publishPage(db, { params, body }, context) {
    return publishPage(db, params.id, body, context)
  },
  async cancelPublication(db, { params }, context) {
    return cancelPublication(db, params.id, context)
  },
  async setPageState(db, { params, body }, context) {
    return setPageState(db, params.id, body.state, context)
  },
  async pageVersions(db, { params, query }, context) {
    return listVersions(db, params.id, query, context)
  },
  async pageVersion(db, { params }, context) {
    return getVersion(db, params.id, params.number, context)
  },
  async restoreVersion(db, { params, body }, context) {
    return restoreVersion(db, params, body.revision, context)
  },
  async disabledMembers(db, { params }, context) {
    return disabledMembers(db, params.id, context)
  },
  async setBranchMember(db, { params, body }, context) {
    return setBranchMember(db, params, body.isDisabled, context)
  },
  async orderPages(db, { body }, context) {
    return orderPages(db, body.ids, context)
  },
  async pageVisits(db, { query }, context) {
    return pageVisits(db, query.days ?? 30, context)
  },
  async speechSettings(db, _input, context) {
    return speechSettings(db, context)
  },
  async saveSpeech(db, { params, body }, context) {
    return saveSpeech(db, params.id, body.speech, context)
  },
}
