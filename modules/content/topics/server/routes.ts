import type { Routes } from '#server/module.ts'
import { HOT_PAGE_SIZE } from '../contract/topics.ts'
import type { topics } from '../contract.ts'
import { collect, collectKinds, findCollects, removeCollect } from './collects.ts'
import { addComment, addReply, removeComment, restoreComment } from './comment-writing.ts'
import { listComments, listReplies } from './comments.ts'
import { commentCounts } from './counts.ts'
import { likeComment, unlikeComment } from './likes.ts'
import { markBest } from './mentions.ts'
import { moderateComments, moderatedComments } from './moderation.ts'
import { listMutes, muteMember, quietThread, unmuteMember } from './mutes.ts'
import { findScore, giveScore } from './scores.ts'
import type { DB } from './tables.ts'
import { addType, changeType, deleteType, findTypes, listTypes, orderTypes } from './topic-types.ts'
import { addTopic, changeTopic, chooseTopics, deleteTopics, listTopics, mergeTopics, quickAddTopic } from './topics.ts'

/** The first topics of a chooser without pages, and of a list by type. */
const chosen = { pageSize: 50 }
const ofType = { pageSize: 500 }

export const routes: Routes<DB, typeof topics> = {
  async findTopicType(db, { query }, { caller }) {
    return findTypes(db, caller, query)
  },
  async frontTopicTypes(db, _input, { caller }) {
    return findTypes(db, caller, { status: 1, shown: true })
  },
  async findTopic(db, { query }, { caller }) {
    return chooseTopics(db, caller, query, ofType)
  },
  async selectTopics(db, { query }, { caller }) {
    return chooseTopics(db, caller, query, chosen)
  },
  async selectTopicPages(db, { query }, { caller }) {
    const { page, pageSize = HOT_PAGE_SIZE, name } = query
    return chooseTopics(db, caller, { name }, { page, pageSize })
  },
  async selectFrontTopics(db, { query }, { caller }) {
    return chooseTopics(db, caller, { ...query, forLearners: true }, chosen)
  },
  async quickAddTopic(db, { body }, { caller, now }) {
    return quickAddTopic(db, caller, body.name, now)
  },
  async listTopics(db, { query }, { caller }) {
    return listTopics(db, caller, query)
  },
  async addTopic(db, { body }, context) {
    return addTopic(db, context, body)
  },
  async changeTopic(db, { params, body }, context) {
    return changeTopic(db, context, params.id, body)
  },
  async mergeTopics(db, { params, body }, context) {
    return mergeTopics(db, context, params.id, body.topicIds)
  },
  async deleteTopics(db, { body }, context) {
    return deleteTopics(db, context, body.topicIds)
  },
  async listTopicTypes(db, _input, { caller }) {
    return listTypes(db, caller)
  },
  async addTopicType(db, { body }, context) {
    return addType(db, context, body)
  },
  async changeTopicType(db, { params, body }, context) {
    return changeType(db, context, params.id, body)
  },
  async orderTopicTypes(db, { body }, context) {
    return orderTypes(db, context, body.ids)
  },
  async deleteTopicType(db, { params }, context) {
    return deleteType(db, context, params.id)
  },
  async findCollects(db, { query }, { caller }) {
    return findCollects(db, caller, query)
  },
  async collectKinds(db, _input, { caller }) {
    return collectKinds(db, caller)
  },
  async collect(db, { body }, { caller, now }) {
    return collect(db, caller, body, now)
  },
  async removeCollect(db, { params }, { caller }) {
    return removeCollect(db, caller, params.id)
  },
  async listComments(db, { query }, { caller, now }) {
    return listComments(db, caller, query, now)
  },
  async listReplies(db, { params, query }, { caller, now }) {
    return listReplies(db, caller, params.id, query, now)
  },
  async addComment(db, { body }, { caller, now }) {
    return addComment(db, caller, body, now)
  },
  async addReply(db, { params, body }, { caller, now }) {
    return addReply(db, caller, params.id, body, now)
  },
  async removeComment(db, { params, query }, { caller, now }) {
    return removeComment(db, caller, params.id, { reason: query.reason ?? '', now })
  },
  async restoreComment(db, { params }, { caller, now }) {
    return restoreComment(db, caller, params.id, now)
  },
  async markBest(db, { params }, { caller }) {
    await markBest(db, caller, params.id, true)
    return {}
  },
  async unmarkBest(db, { params }, { caller }) {
    await markBest(db, caller, params.id, false)
    return {}
  },
  async likeComment(db, { params }, { caller, now }) {
    return likeComment(db, caller, params.id, now)
  },
  async unlikeComment(db, { params }, { caller }) {
    return unlikeComment(db, caller, params.id)
  },
  async quietThread(db, { body }, { caller }) {
    return quietThread(db, caller, body)
  },
  async countByBusinessIds(db, { query }, { caller }) {
    return commentCounts(db, caller, query)
  },
  async moderatedComments(db, { query }, context) {
    return moderatedComments(db, context, query)
  },
  async moderateComments(db, { body }, context) {
    return moderateComments(db, context, body)
  },
  async listMutes(db, { query }, context) {
    return listMutes(db, context, query)
  },
  async muteMember(db, { params, body }, context) {
    return muteMember(db, context, params.id, body)
  },
  async unmuteMember(db, { params }, context) {
    return unmuteMember(db, context, params.id)
  },
  async findScore(db, { query }, { caller }) {
    return findScore(db, caller, query)
  },
  async giveScore(db, { body }, { caller, now }) {
    return giveScore(db, caller, body, now)
  },
}
