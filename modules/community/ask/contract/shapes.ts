/** What the ask bar shows: questions, answers, experts, knowledge cards. */
import { type Static, Type } from 'typebox'
import { Hundredths, Id, Instant, Nullable, OneOf, Text, Title } from '#kit/schema.ts'

/** Map `business-type`: 12 a question, 14 an answer. */
export const questionBusinessType = 12
export const answerBusinessType = 14

export const questionTitleLengthMax = 100
/** What a reader reads of a question or an answer; its HTML may have `htmlLengthMax` characters. */
export const textLengthMax = 5000
export const htmlLengthMax = 50_000
export const questionTopicsMax = 5
const mentionsMax = 20
export const invitationsMax = 5
export const followUpsMax = 20
/** Bounties that one member pays another on one day of the company; both directions count. */
export const bountiesPerPairMax = 3
export const bountyDays = 30
/** A bounty is 1 to 100,000 coins. */
const bountyPattern = '^([1-9][0-9]{2,6}|10000000)$'
/** The hours in which an expert promises to answer, where the expert has said nothing else. */
export const promiseHoursDefault = 48
export const cardMonthsDefault = 12
const reasonLengthMax = 200

export const questionStates = ['open', 'duplicate', 'withdrawn', 'removed'] as const
export type QuestionState = (typeof questionStates)[number]

export const bountyStates = ['none', 'reserved', 'paid', 'returned'] as const
export type BountyState = (typeof bountyStates)[number]

/** Who wrote something. Null where the account was erased, or where the question is anonymous. */
export const Writer = Nullable(
  Type.Object({
    memberId: Id,
    fullName: Type.String(),
    picture: Type.String(),
    organizationName: Type.String(),
    /** The personal share account under which an expert wrote; null for other members. */
    expertId: Nullable(Id),
  }),
)
export type Writer = Static<typeof Writer>

const TopicTag = Type.Object({ id: Id, name: Type.String() })

/** A screen of ours: a hash path without `#`, so that a question leads to no other origin. */
export const screenPath = '^/[A-Za-z0-9][A-Za-z0-9/_.-]*(\\?[A-Za-z0-9=&_.%-]*)?$'

/** Where a question came from: a second of a video, a page of a document. */
export const Source = Type.Object(
  {
    businessType: Type.Integer({ minimum: 1, maximum: 32_767 }),
    businessId: Id,
    sectionId: Nullable(Id),
    second: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    page: Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
    title: Title(200),
    link: Type.String({ maxLength: 300, pattern: screenPath }),
  },
  { additionalProperties: false },
)
export type Source = Static<typeof Source>

const Bounty = Type.Object({
  amount: Hundredths,
  state: OneOf(bountyStates),
  /** Not paid by then, the coins go back to the asker. */
  expiresAt: Instant,
})

export const QuestionItem = Type.Object({
  id: Id,
  title: Type.String(),
  /** The beginning of the text, without formatting. */
  excerpt: Type.String(),
  author: Writer,
  isAnonymous: Type.Boolean(),
  isOwn: Type.Boolean(),
  state: OneOf(questionStates),
  topics: Type.Array(TopicTag),
  answerCount: Type.Integer(),
  score: Type.Integer(),
  hasAccepted: Type.Boolean(),
  expertsOnly: Type.Boolean(),
  bounty: Nullable(Bounty),
  createTime: Instant,
})
export type QuestionItem = Static<typeof QuestionItem>

const Invitation = Type.Object({
  expertId: Id,
  memberId: Id,
  fullName: Type.String(),
  invitedAt: Instant,
  /** When the expert promises to have answered. */
  dueAt: Instant,
  answered: Type.Boolean(),
  overdue: Type.Boolean(),
})

const Linked = Type.Object({ id: Id, title: Type.String() })

/** What the asker has added to a question. */
const FollowUp = Type.Object({ id: Id, content: Type.String(), createTime: Instant })
export type FollowUp = Static<typeof FollowUp>

export const Question = Type.Object({
  ...QuestionItem.properties,
  content: Type.String(),
  /** The oldest first. */
  followUps: Type.Array(FollowUp),
  /** 1, −1, or 0 where the caller has not voted. */
  ownVote: OneOf([-1, 0, 1] as const),
  revision: Type.Integer(),
  editedAt: Nullable(Instant),
  acceptedAnswerId: Nullable(Id),
  duplicateOf: Nullable(Linked),
  /** Why a moderator removed it; for the asker. */
  removedReason: Nullable(Type.String()),
  source: Nullable(Source),
  invitations: Type.Array(Invitation),
  followerCount: Type.Integer(),
  following: Type.Boolean(),
  /** The caller's own answer. */
  ownAnswerId: Nullable(Id),
  mayAnswer: Type.Boolean(),
  mayModerate: Type.Boolean(),
})
export type Question = Static<typeof Question>

const CardOfAnswer = Type.Object({ id: Id, reviewAt: Instant, stale: Type.Boolean() })

export const Answer = Type.Object({
  id: Id,
  questionId: Id,
  content: Type.String(),
  author: Writer,
  isOwn: Type.Boolean(),
  score: Type.Integer(),
  ownVote: OneOf([-1, 0, 1] as const),
  accepted: Type.Boolean(),
  revision: Type.Integer(),
  createTime: Instant,
  editedAt: Nullable(Instant),
  card: Nullable(CardOfAnswer),
})
export type Answer = Static<typeof Answer>

export const Revision = Type.Object({
  number: Type.Integer(),
  /** Null in the revisions of an answer. */
  title: Nullable(Type.String()),
  content: Type.String(),
  createTime: Instant,
})
export type Revision = Static<typeof Revision>

export const Expert = Type.Object({
  id: Id,
  memberId: Id,
  name: Type.String(),
  fullName: Type.String(),
  desc: Type.String(),
  headPortraitPath: Type.String(),
  frozen: Type.Boolean(),
  topics: Type.Array(TopicTag),
  answerCount: Type.Integer(),
  acceptedCount: Type.Integer(),
  /** Invitations that the expert has not answered yet. */
  openCount: Type.Integer(),
  /** The expert answers invitations within so many hours. */
  promiseHours: Type.Integer(),
  takesInvitations: Type.Boolean(),
  attentionNum: Type.Integer(),
  attentionId: Nullable(Id),
  isOwn: Type.Boolean(),
})
export type Expert = Static<typeof Expert>

export const TrendItem = Type.Object({
  /** The next part of the trends follows it. */
  id: Id,
  kind: OneOf(['question', 'answer'] as const),
  questionId: Id,
  title: Type.String(),
  excerpt: Type.String(),
  author: Writer,
  accepted: Type.Boolean(),
  score: Type.Integer(),
  createTime: Instant,
})
export type TrendItem = Static<typeof TrendItem>

export const KnowledgeCard = Type.Object({
  id: Id,
  answerId: Id,
  questionId: Id,
  title: Type.String(),
  content: Type.String(),
  topics: Type.Array(TopicTag),
  owner: Writer,
  isOwn: Type.Boolean(),
  reviewAt: Instant,
  /** The date of its review has passed. */
  stale: Type.Boolean(),
  reviewedAt: Instant,
})
export type KnowledgeCard = Static<typeof KnowledgeCard>

export const BountyAmount = Type.String({ pattern: bountyPattern, description: 'hundredths, 1 to 100,000 coins' })
export const Reason = Text(reasonLengthMax)
const mentionIds = Type.Optional(Type.Array(Id, { maxItems: mentionsMax, uniqueItems: true }))

export const questionFields = {
  title: Title(questionTitleLengthMax),
  content: Type.String({ maxLength: htmlLengthMax }),
  topicIds: Type.Array(Id, { maxItems: questionTopicsMax, uniqueItems: true }),
  mentionIds,
}
export const followUpFields = { content: Text(htmlLengthMax) }
export const answerFields = { content: Text(htmlLengthMax), mentionIds }
