import { directoryRoutes } from '#modules/assessment/questions/server.ts'
import type { Routes } from '#server/module.ts'
import type { papers } from '../contract.ts'
import { auditedPapers } from './audited.ts'
import { paperDirectories } from './directories.ts'
import { listPapers, offeredPapers, paperDetail } from './list.ts'
import { pdfAnswer } from './pdf/answer.ts'
import { deletePaper } from './recycling.ts'
import type { DB } from './tables.ts'
import { trialPaper } from './trial.ts'
import { changePaper, copyPaper, createPaper, readyPaper, reopenPaper } from './writing.ts'

const { auditing, auditingNew } = auditedPapers

export const routes: Routes<DB, typeof papers> = {
  ...directoryRoutes(paperDirectories, auditedPapers, 'paper-directory'),
  async offeredPapers(db, { query }, { caller }) {
    return offeredPapers(db, caller, query)
  },
  async listPapers(db, { query }, { caller }) {
    return listPapers(db, caller, query)
  },
  async createPaper(db, { body }, context) {
    return auditingNew(db, context, 'paper', () => createPaper(db, context, body))
  },
  async paper(db, { params }, { caller }) {
    return paperDetail(db, caller, params.id)
  },
  async changePaper(db, { params, body }, context) {
    const change = () => changePaper(db, context, params.id, body)
    return auditing(db, context, { type: 'paper', id: params.id }, change)
  },
  async copyPaper(db, { params, body }, context) {
    return auditingNew(db, context, 'paper', () => copyPaper(db, context, params.id, body.name))
  },
  async readyPaper(db, { params, body }, context) {
    const change = () => readyPaper(db, context, params.id, body.revision)
    return auditing(db, context, { type: 'paper', id: params.id }, change)
  },
  async reopenPaper(db, { params, body }, context) {
    const change = () => reopenPaper(db, context, params.id, body.revision)
    return auditing(db, context, { type: 'paper', id: params.id }, change)
  },
  async deletePaper(db, { params }, context) {
    const change = () => deletePaper(db, context, params.id)
    await auditing(db, context, { type: 'paper', id: params.id }, change)
    return {}
  },
  async trialPaper(db, { params, query }, context) {
    return trialPaper(db, context, params.id, query)
  },
  async paperPdf(db, { params, query }, context) {
    return pdfAnswer(db, context, await trialPaper(db, context, params.id, query))
  },
}
