import { loadAudiences } from '#modules/platform/identity/server.ts'
import type { Routes } from '#server/module.ts'
import type { help } from '../contract.ts'
import { getArticle, listArticles, listDirectories, voteArticle } from './articles.ts'
import { addDirectory, changeDirectory, deleteDirectory, listManagedDirectories, orderRows } from './directories.ts'
import {
  addArticle,
  changeArticle,
  deleteArticle,
  getManagedArticle,
  listManagedArticles,
  setArticleState,
} from './managed-articles.ts'
import {
  answerFeedback,
  assignFeedback,
  exportFeedback,
  feedbackStatistics,
  getManagedFeedback,
  listManagedFeedback,
  setFeedbackState,
} from './managed-feedback.ts'
import { getOwnFeedback, listOwnFeedback, replyToAnswer, sendFeedback } from './own-feedback.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof help> = {
  async loadAudiences(db, _input, { caller, language }) {
    return loadAudiences(db, caller, language)
  },
  async helpDirectories(db, _input, context) {
    return listDirectories(db, context)
  },
  async helpArticles(db, { query }, context) {
    return listArticles(db, query, context)
  },
  async helpArticle(db, { params }, context) {
    return getArticle(db, params.id, context)
  },
  async voteArticle(db, { params, body }, context) {
    return voteArticle(db, params.id, body.isHelpful, context)
  },
  async managedDirectories(db, _input, { caller }) {
    return listManagedDirectories(db, caller.companyId)
  },
  async addDirectory(db, { body }, context) {
    return addDirectory(db, body, context)
  },
  async changeDirectory(db, { params, body }, context) {
    return changeDirectory(db, params.id, body, context)
  },
  async deleteDirectory(db, { params }, context) {
    return deleteDirectory(db, params.id, context)
  },
  async orderDirectories(db, { body }, context) {
    return orderRows(db, 'help.directory', body.ids, context)
  },
  async managedArticles(db, { query }, context) {
    return listManagedArticles(db, query, context)
  },
  async managedArticle(db, { params }, context) {
    return getManagedArticle(db, params.id, context)
  },
  async addArticle(db, { body }, context) {
    return addArticle(db, body, context)
  },
  async changeArticle(db, { params, body }, context) {
    return changeArticle(db, params.id, body, context)
  },
  async setArticleState(db, { params, body }, context) {
    return setArticleState(db, params.id, body.state, context)
  },
  async deleteArticle(db, { params }, context) {
    return deleteArticle(db, params.id, context)
  },
  async orderArticles(db, { body }, context) {
    return orderRows(db, 'help.article', body.ids, context)
  },
  async sendFeedback(db, { body }, context) {
    return sendFeedback(db, body, context)
  },
  async ownFeedbackList(db, { query }, context) {
    return listOwnFeedback(db, query, context)
  },
  async ownFeedback(db, { params }, context) {
    return getOwnFeedback(db, params.id, context)
  },
  async replyToAnswer(db, { params, body }, context) {
    return replyToAnswer(db, params.id, body.content, context)
  },
  async managedFeedbackList(db, { query }, context) {
    return listManagedFeedback(db, query, context)
  },
  async feedbackStatistics(db, _input, context) {
    return feedbackStatistics(db, context)
  },
  async exportFeedback(db, { query }, context) {
    return exportFeedback(db, query, context)
  },
  async managedFeedback(db, { params }, context) {
    return getManagedFeedback(db, params.id, context)
  },
  async answerFeedback(db, { params, body }, context) {
    return answerFeedback(db, params.id, body.content, context)
  },
  async setFeedbackState(db, { params, body }, context) {
    return setFeedbackState(db, params.id, body.state, context)
  },
  async assignFeedback(db, { params, body }, context) {
    return assignFeedback(db, params.id, body.memberId, context)
  },
}
