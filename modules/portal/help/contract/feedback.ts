/** The calls of feedback: what members tell those who run the platform, and what they are answered. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesHelp } from './access.ts'
import { FEEDBACK_CLOSED } from './codes.ts'

/** SYSTEM-185 */
export const feedbackLengthMax = 3000
export const feedbackPicturesMax = 5
export const contactLengthMax = 100

export const feedbackCategories = ['problem', 'idea', 'content', 'account', 'other'] as const
export type FeedbackCategory = (typeof feedbackCategories)[number]
export const feedbackStates = ['new', 'in-progress', 'answered', 'closed'] as const
export type FeedbackState = (typeof feedbackStates)[number]

const Message = Type.Object({
  id: Id,
  content: Type.String(),
  authorName: Type.String(),
  /** Written by those who run the platform. */
  isAnswer: Type.Boolean(),
  createdAt: Instant,
})

const ownFields = {
  id: Id,
  category: OneOf(feedbackCategories),
  content: Type.String(),
  state: OneOf(feedbackStates),
  createdAt: Instant,
  updatedAt: Instant,
  messageCount: Type.Integer(),
}
const OwnFeedback = Type.Object(ownFields)
export type OwnFeedback = Static<typeof OwnFeedback>

const details = {
  contact: Nullable(Type.String()),
  page: Nullable(Type.String()),
  browser: Type.String(),
  /** Addresses of the pictures, each for this reader and some hours. */
  pictureUrls: Type.Array(Type.String()),
  messages: Type.Array(Message),
}
const OwnFeedbackDetails = Type.Object({ ...ownFields, ...details })

const managedFields = {
  ...ownFields,
  senderName: Type.String(),
  organizationName: Type.String(),
  handlerId: Nullable(Id),
  handlerName: Nullable(Type.String()),
}
const ManagedFeedback = Type.Object(managedFields)
export type ManagedFeedback = Static<typeof ManagedFeedback>
const ManagedFeedbackDetails = Type.Object({ ...managedFields, ...details })
export type ManagedFeedbackDetails = Static<typeof ManagedFeedbackDetails>

const Count = Type.Object({ key: Type.String(), count: Type.Integer() })
const params = Type.Object({ id: Id })
const messageBody = Body({ content: Text(feedbackLengthMax) })
const filters = {
  state: Type.Optional(OneOf(feedbackStates)),
  category: Type.Optional(OneOf(feedbackCategories)),
  search: Type.Optional(OptionalText(100)),
  /** Only what the caller works on. */
  isMine: Type.Optional(Type.Boolean()),
}
const often = { max: 60, windowSeconds: 600 }

export const feedbackContract = contract({
  sendFeedback: {
    method: 'POST',
    path: '/help-center/feedback',
    summary: 'Tell those who run the platform what is wrong or missing. The browser is recorded, as the form says',
    access: 'signed-in',
    body: Body({
      category: OneOf(feedbackCategories),
      content: Text(feedbackLengthMax),
      contact: Type.Optional(OptionalText(contactLengthMax)),
      /** The address of the screen that it is about. */
      page: Type.Optional(OptionalText(300)),
      /** Pictures that the caller has uploaded. */
      pictureIds: Type.Array(Id, { maxItems: feedbackPicturesMax, uniqueItems: true }),
    }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND],
    rate: often,
  },
  ownFeedbackList: {
    method: 'GET',
    path: '/help-center/feedback',
    summary: 'What the caller has sent, the last changed first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(OwnFeedback),
    cacheSeconds: 0,
  },
  ownFeedback: {
    method: 'GET',
    path: '/help-center/feedback/{id}',
    summary: 'One feedback of the caller with its answers',
    access: 'signed-in',
    params,
    response: OwnFeedbackDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  replyToAnswer: {
    method: 'POST',
    path: '/help-center/feedback/{id}/message',
    summary: 'Write again about an own feedback that is not closed',
    access: 'signed-in',
    params,
    body: messageBody,
    response: Done,
    errors: [NOT_FOUND, FEEDBACK_CLOSED],
    rate: often,
  },
  managedFeedbackList: {
    method: 'GET',
    path: '/help-center/feedback-manage',
    summary: 'All feedback of the company, the last changed first',
    access: managesHelp,
    query: PageQuery(filters),
    response: Page(ManagedFeedback),
    cacheSeconds: 0,
  },
  feedbackStatistics: {
    method: 'GET',
    path: '/help-center/feedback-manage/statistics',
    summary: 'How much feedback there is by state and category, what came in 30 days, and how soon it is answered',
    access: managesHelp,
    response: Type.Object({
      byState: Type.Array(Count),
      byCategory: Type.Array(Count),
      lastThirtyDays: Type.Integer(),
      /** Middle of the hours from a feedback to its first answer; null: none was answered. */
      medianAnswerHours: Nullable(Type.Number()),
    }),
    cacheSeconds: 0,
  },
  exportFeedback: {
    method: 'GET',
    path: '/help-center/feedback-manage/export',
    summary: 'The matching feedback as a table (CSV)',
    access: managesHelp,
    query: Type.Object(filters),
    response: Type.Unknown(),
    kind: 'stream',
  },
  managedFeedback: {
    method: 'GET',
    path: '/help-center/feedback-manage/{id}',
    summary: 'One feedback with its messages',
    access: managesHelp,
    params,
    response: ManagedFeedbackDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  answerFeedback: {
    method: 'POST',
    path: '/help-center/feedback-manage/{id}/answer',
    summary: 'Answer a feedback; its sender gets a message',
    access: managesHelp,
    params,
    body: messageBody,
    response: Done,
    errors: [NOT_FOUND, FEEDBACK_CLOSED],
  },
  setFeedbackState: {
    method: 'PUT',
    path: '/help-center/feedback-manage/{id}/state',
    summary: 'Change the state of a feedback; a closed one can be opened again',
    access: managesHelp,
    params,
    body: Body({ state: OneOf(feedbackStates) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  assignFeedback: {
    method: 'PUT',
    path: '/help-center/feedback-manage/{id}/handler',
    summary: 'Say who works on a feedback: a member who may manage help, or nobody',
    access: managesHelp,
    params,
    body: Body({ memberId: Nullable(Id) }),
    response: Done,
    errors: [NOT_FOUND],
    onSelf: { allowed: 'Who takes the work on gains nothing by it.' },
  },
})
