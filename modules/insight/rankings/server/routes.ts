import type { Routes } from '#server/module.ts'
import type { rankings } from '../contract.ts'
import { changeAppearance, rankingOverview } from './appearance.ts'
import { readEvidence, readRanking } from './reading.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof rankings> = {
  async studyRanking(db, { query }, context) {
    return readRanking(db, 'study', query, context)
  },
  async creditRanking(db, { query }, context) {
    return readRanking(db, 'credit', query, context)
  },
  async browseCountRanking(db, { query }, context) {
    return readRanking(db, 'browse-count', query, context)
  },
  async topicWatchRanking(db, { query }, context) {
    return readRanking(db, 'topic-watch', query, context)
  },
  async finishCountRanking(db, { query }, context) {
    return readRanking(db, 'finish-count', query, context)
  },
  async hotQuestionsRanking(db, { query }, context) {
    return readRanking(db, 'hot-questions', query, context)
  },
  async classHourRanking(db, { query }, context) {
    return readRanking(db, 'class-hour', query, context)
  },
  async integralRanking(db, { query }, context) {
    return readRanking(db, 'integral', query, context)
  },
  async studyTimeRanking(db, { query }, context) {
    return readRanking(db, 'study-time', query, context)
  },
  async rankingOverview(db, _input, { caller }) {
    return rankingOverview(db, caller)
  },
  async rankingEvidence(db, { query }, context) {
    return readEvidence(db, query, context)
  },
  async changeAppearance(db, { body }, { caller }) {
    await changeAppearance(db, caller, body)
    return {}
  },
}
