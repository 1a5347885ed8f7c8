/** Answers: writing, reading, accepting; knowledge cards made of them. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { EXPERT_FROZEN } from '#modules/community/community/contract.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { moderatesAsk } from './access.ts'
import {
  ANONYMOUS_ASKER,
  ANSWER_ACCEPTED,
  ANSWER_NOT_ACCEPTED,
  ANSWERED_ALREADY,
  BOUNTIES_OF_PAIR_USED_UP,
  BOUNTY_PAID,
  EXPERTS_ONLY,
  QUESTION_CLOSED,
  TEXT_CHANGED,
} from './codes.ts'
import {
  Answer,
  answerFields,
  bountyStates,
  cardMonthsDefault,
  KnowledgeCard,
  questionTitleLengthMax,
  Reason,
  Revision,
} from './shapes.ts'

const params = Type.Object({ id: Id })
const months = Type.Optional(Type.Integer({ minimum: 1, maximum: 36, default: cardMonthsDefault }))

export const answerCalls = contract({
  listAnswers: {
    method: 'GET',
    path: '/ask-bar/question/{id}/answers',
    summary: 'The answers of a question: the accepted one first, then by votes or the newest first',
    access: 'signed-in',
    params,
    query: PageQuery({ order: Type.Optional(OneOf(['best', 'newest'] as const)) }),
    response: Page(Answer),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  answerQuestion: {
    method: 'POST',
    path: '/ask-bar/question/{id}/answers',
    summary: 'Answers a question: experts, and any member unless the asker wants experts only',
    access: 'signed-in',
    params,
    body: Body(answerFields),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, MUTED, QUESTION_CLOSED, EXPERT_FROZEN, EXPERTS_ONLY, ANSWERED_ALREADY, ANONYMOUS_ASKER],
    rate: { max: 30, windowSeconds: 60 },
  },
  editAnswer: {
    method: 'PUT',
    path: '/ask-bar/answer/{id}',
    summary: 'The author edits an answer; what was there before stays in its history',
    access: 'signed-in',
    params,
    body: Body({ ...answerFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, MUTED, NO_PERMISSION, TEXT_CHANGED, EXPERT_FROZEN],
    rate: { max: 60, windowSeconds: 60 },
  },
  answerRevisions: {
    method: 'GET',
    path: '/ask-bar/answer/{id}/revisions',
    summary: 'The history of an answer, the newest first',
    access: 'signed-in',
    params,
    response: Page(Revision),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  voteAnswer: {
    method: 'PUT',
    path: '/ask-bar/answer/{id}/vote',
    summary: 'Votes an answer up or down, or takes the vote back; once a member, never for oneself',
    access: 'signed-in',
    params,
    body: Body({ value: OneOf([-1, 0, 1] as const) }),
    response: Type.Object({ score: Type.Integer(), ownVote: OneOf([-1, 0, 1] as const) }),
    errors: [NOT_FOUND, NOT_FOR_ONESELF],
    rate: { max: 120, windowSeconds: 60 },
  },
  acceptAnswer: {
    method: 'POST',
    path: '/ask-bar/answer/{id}/acceptance',
    summary: 'The asker accepts an answer, which earns the bounty; an answer of the asker earns nothing',
    access: 'signed-in',
    params,
    response: Type.Object({ bounty: OneOf(bountyStates) }),
    errors: [NOT_FOUND, NO_PERMISSION, QUESTION_CLOSED, BOUNTY_PAID, BOUNTIES_OF_PAIR_USED_UP],
  },
  deleteAnswer: {
    method: 'DELETE',
    path: '/ask-bar/answer/{id}',
    summary: 'The author removes an answer that is not accepted',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ANSWER_ACCEPTED],
  },
  removeAnswer: {
    method: 'POST',
    path: '/ask-bar/answer/{id}/removal',
    summary: 'A moderator removes an answer with a reason, which its author reads; coins that it earned stay',
    access: moderatesAsk,
    params,
    body: Body({ reason: Reason }),
    onSelf: {
      refusedByRow: 'an answer of the caller, one to a question of theirs, or one beside theirs while a bounty waits',
    },
    response: Done,
    errors: [NOT_FOUND],
  },
  makeCard: {
    method: 'POST',
    path: '/ask-bar/answer/{id}/card',
    summary:
      'The author of an accepted answer, or a moderator, makes a knowledge card of it; a repeat answers the card',
    access: 'signed-in',
    params,
    body: Body({ title: Title(questionTitleLengthMax), months }),
    response: Type.Object({ id: Id, reviewAt: Instant }),
    errors: [NOT_FOUND, NO_PERMISSION, ANSWER_NOT_ACCEPTED, MUTED],
  },
  listCards: {
    method: 'GET',
    path: '/ask-bar/card',
    summary: 'Knowledge cards, the last reviewed first',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      topicId: Type.Optional(Id),
      state: Type.Optional(OneOf(['current', 'stale'] as const)),
      isOwn: Type.Optional(Type.Boolean()),
    }),
    response: Page(KnowledgeCard),
    cacheSeconds: 0,
  },
  renewCard: {
    method: 'POST',
    path: '/ask-bar/card/{id}/renewal',
    summary: 'The owner or a moderator has reviewed a card, which is current for so many months again',
    access: 'signed-in',
    params,
    body: Body({ months }),
    response: Type.Object({ reviewAt: Instant }),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  deleteCard: {
    method: 'DELETE',
    path: '/ask-bar/card/{id}',
    summary: 'The owner or a moderator withdraws a card; the answer stays',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
})
