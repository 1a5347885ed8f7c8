import { setFollowing, unfollowById } from '#modules/community/following/server.ts'
import type { Routes } from '#server/module.ts'
import { cardMonthsDefault, questionBusinessType } from '../contract/shapes.ts'
import type { ask } from '../contract.ts'
import { acceptAnswer } from './accepting.ts'
import { answerQuestion, assertReadable, deleteAnswer, editAnswer, listAnswers, removeAnswer } from './answers.ts'
import { askQuestion, editQuestion } from './asking.ts'
import { deleteCard, listCards, makeCard, renewCard } from './cards.ts'
import {
  closeAsDuplicate,
  deleteQuestion,
  removeQuestion,
  reopenQuestion,
  revealAuthor,
  withdrawQuestion,
} from './closing.ts'
import { followExpert, followedExpertIds, getExpert, setPromise, suggestedExperts } from './experts.ts'
import { addFollowUp } from './follow-ups.ts'
import { inviteExpert } from './invitations.ts'
import { getQuestion } from './question-rows.ts'
import { getDetail, listQuestions, recommendedQuestions, revisionsOf, similarQuestions } from './questions.ts'
import type { DB } from './tables.ts'
import { askTopic, expertTrends, trendsOfExpert } from './trends.ts'
import { voteAnswer, voteQuestion } from './votes.ts'

export const routes: Routes<DB, typeof ask> = {
  async askQuestion(db, { body }, context) {
    return askQuestion(db, body, context)
  },
  async listQuestions(db, { query }, { caller }) {
    return listQuestions(db, caller, query)
  },
  async recommendedQuestions(db, { query }, { caller }) {
    return recommendedQuestions(db, caller, query.ids)
  },
  async similarQuestions(db, { query }, { caller }) {
    return similarQuestions(db, caller, query)
  },
  async suggestedExperts(db, { query }, { caller }) {
    return suggestedExperts(db, caller, query.topicIds ? query.topicIds.split(',') : [])
  },
  async question(db, { params }, { caller, now }) {
    return getDetail(db, caller, params.id, now)
  },
  async editQuestion(db, { params, body }, context) {
    return editQuestion(db, params.id, body, context)
  },
  async addFollowUp(db, { params, body }, context) {
    return addFollowUp(db, params.id, body, context)
  },
  async questionRevisions(db, { params }, { caller }) {
    await getQuestion(db, caller, params.id)
    return revisionsOf(db, caller.companyId, params.id)
  },
  async voteQuestion(db, { params, body }, { caller, now }) {
    return voteQuestion(db, caller, params.id, body.value, now)
  },
  async followQuestion(db, { params, body }, { caller, now }) {
    const ref = { businessType: questionBusinessType, businessId: params.id }
    return { following: (await setFollowing(db, caller, ref, body.following, now)) !== null }
  },
  async withdrawQuestion(db, { params }, { caller, now }) {
    return withdrawQuestion(db, caller, params.id, now)
  },
  async deleteQuestion(db, { params }, { caller, now }) {
    return deleteQuestion(db, caller, params.id, now)
  },
  async removeQuestion(db, { params, body }, context) {
    return removeQuestion(db, params.id, body.reason, context)
  },
  async closeAsDuplicate(db, { params, body }, { caller, now }) {
    return closeAsDuplicate(db, caller, params.id, body.duplicateOfId, now)
  },
  async reopenQuestion(db, { params }, { caller, now }) {
    return reopenQuestion(db, caller, params.id, now)
  },
  async inviteExpert(db, { params, body }, { caller, now }) {
    return inviteExpert(db, caller, params.id, body.expertId, now)
  },
  async revealAuthor(db, { params, body }, context) {
    return revealAuthor(db, params.id, body.reason, context)
  },
  async listAnswers(db, { params, query }, context) {
    return listAnswers(db, params.id, query, context)
  },
  async answerQuestion(db, { params, body }, context) {
    return answerQuestion(db, params.id, body, context)
  },
  async editAnswer(db, { params, body }, context) {
    return editAnswer(db, params.id, body, context)
  },
  async answerRevisions(db, { params }, { caller }) {
    await assertReadable(db, caller, params.id)
    return revisionsOf(db, caller.companyId, params.id)
  },
  async voteAnswer(db, { params, body }, { caller, now }) {
    return voteAnswer(db, caller, params.id, body.value, now)
  },
  async acceptAnswer(db, { params }, { caller, now }) {
    return acceptAnswer(db, caller, params.id, now)
  },
  async deleteAnswer(db, { params }, { caller, now }) {
    return deleteAnswer(db, caller, params.id, now)
  },
  async removeAnswer(db, { params, body }, context) {
    return removeAnswer(db, params.id, body.reason, context)
  },
  async makeCard(db, { params, body }, context) {
    return makeCard(db, params.id, body, context)
  },
  async listCards(db, { query }, context) {
    return listCards(db, query, context)
  },
  async renewCard(db, { params, body }, { caller, now }) {
    return renewCard(db, caller, params.id, body.months ?? cardMonthsDefault, now)
  },
  async deleteCard(db, { params }, { caller }) {
    return deleteCard(db, caller, params.id)
  },
  async expertTrends(db, { query }, { caller }) {
    return expertTrends(db, caller, query)
  },
  async trendsOfExpert(db, { params, query }, { caller }) {
    return trendsOfExpert(db, caller, params.id, query)
  },
  async followExpert(db, { body }, { caller, now }) {
    return followExpert(db, caller, body.expertId, now)
  },
  async unfollowExpert(db, { params }, { caller, now }) {
    await unfollowById(db, caller, params.id, now)
    return {}
  },
  async followedExpertIds(db, _input, { caller }) {
    return followedExpertIds(db, caller)
  },
  async expert(db, { params }, { caller }) {
    return getExpert(db, caller, params.id)
  },
  async setPromise(db, { params, body }, { caller }) {
    return setPromise(db, caller, params.id, body)
  },
  async askTopic(db, { params }, { caller }) {
    return askTopic(db, caller, params.id)
  },
}
