import type { Routes } from '#server/module.ts'
import { problemsOf } from '../contract/consistency.ts'
import { presentedOf } from '../contract/presented.ts'
import { scoreOf } from '../contract/scoring.ts'
import type { questions } from '../contract.ts'
import { auditedBank } from './audited.ts'
import { cleanContent } from './content.ts'
import { bankDirectories } from './directories.ts'
import { directoryRoutes } from './directory-routes.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { getQuestion, listQuestions } from './list.ts'
import { changeQuestions, deleteQuestions } from './many.ts'
import type { DB } from './tables.ts'
import { questionStatistics } from './usage.ts'
import { compareVersions, listVersions } from './versions.ts'
import { changeQuestion, createQuestions } from './writing.ts'

const { auditing, auditingNew } = auditedBank

export const routes: Routes<DB, typeof questions> = {
  ...exchangeRoutes,
  ...directoryRoutes(bankDirectories, auditedBank, 'question-directory'),
  async listQuestions(db, { query }, { caller }) {
    return listQuestions(db, caller, query)
  },
  async createQuestion(db, { body: { directoryId, ...input } }, context) {
    return auditingNew(db, context, 'question', async () => {
      const [created] = await createQuestions(db, context, directoryId, [input])
      if (!created) throw new Error('a question was not created')
      return { ...created, similar: [...created.similar], revision: 0, versionNumber: 1 }
    })
  },
  async question(db, { params }, { caller }) {
    return getQuestion(db, caller, params.id)
  },
  async changeQuestion(db, { params, body }, context) {
    const change = () => changeQuestion(db, context, params.id, body)
    return auditing(db, context, { type: 'question', id: params.id }, change)
  },
  async changeQuestions(db, { body }, context) {
    const change = () => changeQuestions(db, context, body)
    return { changedCount: await auditing(db, context, { type: 'question', ids: body.ids }, change) }
  },
  async deleteQuestions(db, { body }, context) {
    const change = () => deleteQuestions(db, context, body.ids)
    await auditing(db, context, { type: 'question', ids: body.ids }, change)
    return {}
  },
  async questionVersions(db, { params, query }, { caller }) {
    return listVersions(db, caller, params.id, query)
  },
  async compareVersions(db, { params, query }, { caller }) {
    return compareVersions(db, caller, params.id, query)
  },
  async questionStatistics(db, { params }, { caller }) {
    return questionStatistics(db, caller, params.id)
  },
  async previewQuestion(_, { body }) {
    const content = cleanContent(body.content)
    const score = body.answer === undefined ? null : scoreOf(content, body.answer, body.scoreTenths)
    return { presented: presentedOf(content), problems: problemsOf(content), score }
  },
}
