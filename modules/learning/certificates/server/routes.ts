import type { Routes } from '#server/module.ts'
import type { certificates } from '../contract.ts'
import { certificateBadge } from './badges.ts'
import { grantMany } from './batches.ts'
import { certificateDetail, manageCertificates, myCertificates } from './certificates.ts'
import { complianceBoard, complianceMembers, exportCompliance } from './compliance.ts'
import { certificatePdf, specimen } from './documents.ts'
import { showCertificate, shownCertificates } from './homepage.ts'
import { grantCertificate, reissueCertificate, revokeCertificate } from './managing.ts'
import type { DB } from './tables.ts'
import { assertPlaceholders, changeTemplate, createTemplate, listTemplates, offeredTemplates } from './templates.ts'
import { verifyCertificate } from './verification.ts'

export const routes: Routes<DB, typeof certificates> = {
  async complianceBoard(db, { query }, { caller, now }) {
    return complianceBoard(db, caller, query, now)
  },
  async complianceMembers(db, { query }, { caller, now }) {
    return complianceMembers(db, caller, query, now)
  },
  async exportCompliance(db, { query }, context) {
    return exportCompliance(db, query, context)
  },
  async grantMany(db, { body }, context) {
    return grantMany(db, body, context)
  },
  async offeredTemplates(db, _input, { caller }) {
    return { items: await offeredTemplates(db, caller.companyId) }
  },
  async listTemplates(db, { query }, { caller, now }) {
    return listTemplates(db, caller.companyId, query, now)
  },
  async createTemplate(db, { body }, context) {
    return createTemplate(db, body, context)
  },
  async changeTemplate(db, { params, body }, context) {
    return changeTemplate(db, params.id, body, context)
  },
  async previewTemplate(db, { body }, { caller, outside, now }) {
    assertPlaceholders(body)
    const headers = { 'content-type': 'application/pdf', 'cache-control': 'no-store' }
    return { headers, body: await specimen(db, caller, body, { outside, now }) }
  },
  async myCertificates(db, { query }, { caller, now }) {
    return myCertificates(db, caller, query, now)
  },
  async shownCertificates(db, { query }, { caller, now }) {
    return shownCertificates(db, caller, query, now)
  },
  async showCertificate(db, { params, body }, { caller }) {
    await showCertificate(db, caller, params.id, body.isShown)
    return {}
  },
  async certificateDetail(db, { params }, { caller, now }) {
    return certificateDetail(db, caller, params.id, now)
  },
  async certificatePdf(db, { params }, { caller, outside, now }) {
    return certificatePdf(db, caller, params.id, { outside, now })
  },
  async certificateBadge(db, { params }, { caller, outside, now }) {
    return certificateBadge(db, caller, params.id, { outside, now })
  },
  async manageCertificates(db, { query }, { caller, now }) {
    return manageCertificates(db, caller, query, now)
  },
  async grantCertificate(db, { body }, context) {
    return grantCertificate(db, body, context)
  },
  async revokeCertificate(db, { params, body }, context) {
    await revokeCertificate(db, params.id, body.reason, context)
    return {}
  },
  async reissueCertificate(db, { params, body }, context) {
    return reissueCertificate(db, params.id, body, context)
  },
  async verifyCertificate(db, { params }, { now }) {
    return verifyCertificate(db, params.code, now)
  },
}
