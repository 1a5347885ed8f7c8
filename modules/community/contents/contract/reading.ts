/** Finding and reading contents. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { CaptionTrack, Cue } from '#modules/content/playback/contract.ts'
import { COMMENT_REMOVED, COMMENTS_CLOSED, MENTIONS_MAX } from '#modules/content/topics/contract.ts'
import { Preview } from '#modules/platform/files/contract.ts'
import { CONTENT_CLOSED } from './codes.ts'
import { CONTENTS_PAGE_SIZE, ContentCard, ContentDetails, ContentType, DISCUSSION_MAX, ReviewState } from './shapes.ts'

const base = '/knowledge-operation'
const ById = Type.Object({ id: Id })
const page = {
  /** Instead of `after`: the page of this number, with how many there are in all. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** `next` of the page before. */
  after: Type.Optional(Type.String({ maxLength: 100 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: CONTENTS_PAGE_SIZE })),
}
const order = Type.Optional(OneOf(['newest', 'hot'] as const))
const Cards = Type.Object({
  items: Type.Array(ContentCard),
  next: Nullable(Type.String()),
  /** Where a page was asked for by its number. */
  recordCount: Type.Optional(Type.Integer()),
})
const FewCards = Type.Object({ items: Type.Array(ContentCard), recordCount: Type.Integer() })

const Discussion = Type.Object({
  id: Id,
  content: Type.String(),
  memberId: Nullable(Id),
  memberName: Type.String(),
  headPortrait: Type.String(),
  praiseNum: Type.Integer(),
  replyNum: Type.Integer(),
  createTime: Instant,
})
const OwnDiscussion = Type.Object({
  id: Id,
  content: Type.String(),
  businessId: Id,
  title: Type.String(),
  createTime: Instant,
})

export const readingCalls = contract({
  list: {
    method: 'GET',
    path: `${base}/question/list`,
    summary: 'The contents that the caller may read: newest or hottest first (COMMUNITY-003)',
    access: 'signed-in',
    query: Type.Object({
      ...page,
      order,
      search: Type.Optional(Type.String({ maxLength: 100 })),
      type: Type.Optional(ContentType),
      topicId: Type.Optional(Id),
      /** Only what stands in a circle of the caller. */
      circles: Type.Optional(Type.Boolean()),
    }),
    response: Cards,
  },
  questionInfo: {
    method: 'GET',
    path: `${base}/question/question-info`,
    summary: 'A content for its reader (COMMUNITY-159)',
    access: 'signed-in',
    query: ById,
    response: ContentDetails,
    errors: [NOT_FOUND],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  shownFile: {
    method: 'GET',
    path: `${base}/question/file`,
    summary:
      'The video or file of a content as it is shown: addresses for its reader, as a preview of files answers them',
    access: 'signed-in',
    query: ById,
    response: Preview,
    errors: [NOT_FOUND],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  caption: {
    method: 'GET',
    path: `${base}/question/caption`,
    summary: 'Captions of a video, for whoever may read a content that shows them, and for their author',
    access: 'signed-in',
    query: ById,
    response: Type.Object({ ...CaptionTrack.properties, cues: Type.Array(Cue) }),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
  },
  related: {
    method: 'GET',
    path: `${base}/question/recommend-question`,
    summary: 'Contents with the same topics, then others of the account (COMMUNITY-156)',
    access: 'signed-in',
    query: ById,
    response: FewCards,
    errors: [NOT_FOUND],
  },
  recommended: {
    method: 'GET',
    path: `${base}/question/recommend`,
    summary: 'Contents about topics that the caller follows, then the hottest (COMMUNITY-157)',
    access: 'signed-in',
    query: Type.Object(page),
    response: Cards,
  },
  hot: {
    method: 'GET',
    path: `${base}/question/hot-question`,
    summary: 'The hottest contents (COMMUNITY-158)',
    access: 'signed-in',
    query: Type.Object(page),
    response: Cards,
  },
  followed: {
    method: 'GET',
    path: `${base}/attention/attention-question`,
    summary:
      'The contents of followed accounts, newest first (COMMUNITY-179); `next` may lead on where a page has few items',
    access: 'signed-in',
    query: Type.Object(page),
    response: Cards,
    cacheSeconds: 0,
  },
  collected: {
    method: 'GET',
    path: `${base}/attention/collect-question`,
    summary: 'The contents that the caller has collected, the newest of them first (COMMUNITY-183)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(ContentCard),
    cacheSeconds: 0,
  },
  topicInfo: {
    method: 'GET',
    path: `${base}/topic/topic-info`,
    summary: 'A topic, with its contents and followers in numbers (COMMUNITY-194)',
    access: 'signed-in',
    query: ById,
    response: Type.Object({
      topicId: Id,
      topicName: Type.String(),
      contentNum: Type.Integer(),
      attentionNum: Type.Integer(),
      attention: Type.Boolean(),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  topicContents: {
    method: 'GET',
    path: `${base}/topic/topic-question`,
    summary: 'The contents of a topic (COMMUNITY-195)',
    access: 'signed-in',
    query: Type.Object({ ...page, order, id: Id }),
    response: Cards,
  },
  ofAccount: {
    method: 'GET',
    path: `${base}/come-enjoy/come-enjoy-question`,
    summary: 'The contents of an account for readers, pinned ones first (COMMUNITY-133)',
    access: 'signed-in',
    query: Type.Object({ ...page, id: Id }),
    response: Cards,
    errors: [NOT_FOUND],
  },
  read: {
    method: 'POST',
    path: `${base}/read`,
    summary: 'Counts a read, once a member and day (COMMUNITY-209)',
    access: 'signed-in',
    body: Body({ businessId: Id }),
    response: Done,
    errors: [NOT_FOUND, CONTENT_CLOSED],
    rate: { max: 240, windowSeconds: 60 },
    passesOnRefusals: true,
  },
  like: {
    method: 'POST',
    path: `${base}/action/like`,
    summary: 'Likes a content, or takes the like back; a repeated call changes nothing (COMMUNITY-100)',
    access: 'signed-in',
    body: Body({ businessId: Id, liked: Type.Boolean() }),
    response: Type.Object({ liked: Type.Boolean(), likeCount: Type.Integer() }),
    errors: [NOT_FOUND, CONTENT_CLOSED],
    rate: { max: 120, windowSeconds: 60 },
  },
  discussStatus: {
    method: 'GET',
    path: `${base}/action/get-discuss-status`,
    summary: 'Whether the content can be discussed: 1 open, 0 closed (COMMUNITY-186)',
    access: 'signed-in',
    query: ById,
    response: Type.Object({ status: OneOf([0, 1] as const) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  auditStatus: {
    method: 'GET',
    path: `${base}/action/get-audit-status`,
    summary: 'Where the review of a content stands; for the account’s members (COMMUNITY-187)',
    access: 'signed-in',
    query: ById,
    response: Type.Object({ status: ReviewState, reason: Nullable(Type.String()) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  discussions: {
    method: 'GET',
    path: `${base}/discuss`,
    summary: 'What is said about a content, newest first (COMMUNITY-188)',
    access: 'signed-in',
    query: PageQuery({ businessId: Id }),
    response: Page(Discussion),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  discuss: {
    method: 'POST',
    path: `${base}/discuss`,
    summary: 'Says something about a content, at most 3,000 characters (COMMUNITY-189)',
    access: 'signed-in',
    body: Body({
      businessId: Id,
      content: Text(DISCUSSION_MAX),
      /** Another discussion of the content. */
      quotedId: Type.Optional(Id),
      mentionIds: Type.Optional(Type.Array(Id, { maxItems: MENTIONS_MAX, uniqueItems: true })),
    }),
    response: ById,
    errors: [NOT_FOUND, MUTED, COMMENTS_CLOSED, COMMENT_REMOVED],
    passesOnRefusals: true,
    rate: { max: 30, windowSeconds: 60 },
  },
  removeDiscussion: {
    method: 'DELETE',
    path: `${base}/discuss`,
    summary: 'Removes a discussion: its author, or an administrator of the account (COMMUNITY-190)',
    access: 'signed-in',
    query: Type.Object({ id: Id, reason: Type.Optional(OptionalText(100)) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  myDiscussions: {
    method: 'GET',
    path: `${base}/discuss/my-discuss-info`,
    summary: 'What the caller has said about contents, newest first (COMMUNITY-191)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(OwnDiscussion),
    cacheSeconds: 0,
  },
})
