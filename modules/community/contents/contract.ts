/** Contents: its calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'

/** Map `business-type`: share content. */
export const contentBusinessType = 16
export const TITLE_MAX = 100
/** Visible characters of an article (COMMUNITY-084). */
export const TEXT_MAX = 5000
export const HTML_MAX = 500_000

/** Another device has saved the draft since: the newer one is in the data of the refusal. */
export const DRAFT_CHANGED = errorCode(70127)

const base = '/knowledge-operation'
export const ContentType = OneOf([1, 2, 3] as const)
export type ContentType = Static<typeof ContentType>
const Named = Type.Object({ id: Id, name: Type.String() })
const Topic = Type.Object({ topicId: Id, topicName: Type.String() })

const AccountOfContent = Type.Object({
  id: Id,
  name: Type.String(),
  headPortraitPath: Type.String(),
  enjoyType: OneOf([0, 1, 2] as const),
  frozen: Type.Boolean(),
  attentionNum: Type.Integer(),
  attention: Type.Boolean(),
})

const card = {
  id: Id,
  type: ContentType,
  title: Type.String(),
  excerpt: Type.String(),
  coverPath: Nullable(Type.String()),
  account: AccountOfContent,
  topics: Type.Array(Topic),
  publishedAt: Nullable(Instant),
  readCount: Type.Integer(),
  likeCount: Type.Integer(),
  discussCount: Type.Integer(),
  shareCount: Type.Integer(),
  liked: Type.Boolean(),
  pinned: Type.Boolean(),
  highlighted: Type.Boolean(),
  state: OneOf(['active', 'closed'] as const),
}
export const ContentCard = Type.Object(card)
export type ContentCard = Static<typeof ContentCard>

const Chapter = Type.Object({ ms: Type.Integer({ minimum: 0 }), title: Type.String({ minLength: 1, maxLength: 100 }) })
export type Chapter = Static<typeof Chapter>
const Neighbour = Nullable(Type.Object({ id: Id, title: Type.String() }))
const CoAuthor = Type.Object({ memberId: Id, memberFullName: Type.String(), headPortrait: Type.String() })
export const ReviewState = OneOf(['none', 'waiting', 'rejected'] as const)

export const ContentDetails = Type.Object({
  ...card,
  html: Type.String(),
  coAuthors: Type.Array(CoAuthor),
  source: Type.String(),
  license: Type.String(),
  chapters: Type.Array(Chapter),
  commentsOpen: Type.Boolean(),
  file: Nullable(Type.Object({ id: Id, name: Type.String(), sizeBytes: Type.Integer() })),
  visibility: OneOf([0, 1, 2] as const),
  reviewState: ReviewState,
  publishAt: Nullable(Instant),
  updatedAt: Instant,
  /** The caller belongs to the account. */
  isMember: Type.Boolean(),
  previous: Neighbour,
  next: Neighbour,
})
export type ContentDetails = Static<typeof ContentDetails>

/** What an author writes; a draft may be longer than what can be published. */
export const DraftFields = Type.Object({
  title: Type.String({ maxLength: 1000 }),
  html: Type.String({ maxLength: HTML_MAX }),
  coverFileId: Nullable(Id),
  fileId: Nullable(Id),
  chapters: Type.Array(Chapter, { maxItems: 100 }),
  topicIds: Type.Array(Id, { maxItems: 5 }),
  coAuthorIds: Type.Array(Id, { maxItems: 20 }),
  source: Type.String({ maxLength: 200 }),
  license: Type.String({ maxLength: 40 }),
  commentsOpen: Type.Boolean(),
  visibility: OneOf([0, 1, 2] as const),
  organizationIds: Type.Array(Id, { maxItems: 100 }),
  circleIds: Type.Array(Id, { maxItems: 3 }),
  publishAt: Nullable(Instant),
})
export type DraftFields = Static<typeof DraftFields>

export const Draft = Type.Object({
  id: Id,
  contentId: Nullable(Id),
  accountId: Id,
  type: ContentType,
  revision: Type.Integer(),
  updatedAt: Instant,
  fields: DraftFields,
  names: Type.Object({ topics: Type.Array(Named), coAuthors: Type.Array(Named), organizations: Type.Array(Named) }),
})
export type Draft = Static<typeof Draft>

const Row = Type.Object({
  ...card,
  reviewState: ReviewState,
  publishAt: Nullable(Instant),
  updatedAt: Instant,
  revision: Type.Integer(),
})
export type ManagedContent = Static<typeof Row>
const DraftRow = Type.Object({
  id: Id,
  contentId: Nullable(Id),
  type: ContentType,
  title: Type.String(),
  updatedAt: Instant,
})
export type DraftRow = Static<typeof DraftRow>

const Cards = Type.Object({ items: Type.Array(ContentCard), next: Nullable(Type.String()) })
const after = {
  after: Type.Optional(Type.String({ maxLength: 100 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
}
const order = Type.Optional(OneOf(['newest', 'hot'] as const))
const ById = Type.Object({ id: Id })
const get = { method: 'GET', access: 'signed-in', errors: [NOT_FOUND] } as const
const write = { access: 'signed-in', errors: [NOT_FOUND] } as const

export const contents = contract({
  list: {
    ...get,
    path: `${base}/question/list`,
    summary: 'Contents',
    query: Type.Object({
      ...after,
      order,
      search: Type.Optional(Type.String({ maxLength: 100 })),
      type: Type.Optional(ContentType),
      topicId: Type.Optional(Id),
    }),
    response: Cards,
  },
  questionInfo: {
    ...get,
    path: `${base}/question/question-info`,
    summary: 'A content',
    query: ById,
    response: ContentDetails,
  },
  related: {
    ...get,
    path: `${base}/question/recommend-question`,
    summary: 'Related',
    query: ById,
    response: Type.Object({ items: Type.Array(ContentCard) }),
  },
  hot: { ...get, path: `${base}/question/hot-question`, summary: 'Hot', query: Type.Object(after), response: Cards },
  followed: {
    ...get,
    path: `${base}/attention/attention-question`,
    summary: 'Followed',
    query: Type.Object(after),
    response: Cards,
  },
  collected: {
    ...get,
    path: `${base}/attention/collect-question`,
    summary: 'Collected',
    query: Type.Object(after),
    response: Cards,
  },
  topicInfo: {
    ...get,
    path: `${base}/topic/topic-info`,
    summary: 'Topic',
    query: ById,
    response: Type.Object({
      topicId: Id,
      topicName: Type.String(),
      contentNum: Type.Integer(),
      attentionNum: Type.Integer(),
      attention: Type.Boolean(),
    }),
  },
  topicContents: {
    ...get,
    path: `${base}/topic/topic-question`,
    summary: 'Of a topic',
    query: Type.Object({ ...after, order, topicId: Id }),
    response: Cards,
  },
  ofAccount: {
    ...get,
    path: `${base}/come-enjoy/come-enjoy-question`,
    summary: 'Of an account',
    query: Type.Object({ ...after, accountId: Id }),
    response: Cards,
  },
  managed: {
    ...get,
    path: `${base}/come-enjoy/come-enjoy-manage-question`,
    summary: 'Managed',
    query: PageQuery({
      accountId: Id,
      state: Type.Optional(OneOf(['active', 'review', 'rejected', 'scheduled', 'closed'] as const)),
      type: Type.Optional(ContentType),
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Page(Row),
  },
  drafts: {
    ...get,
    path: `${base}/question/drafts`,
    summary: 'Drafts',
    query: PageQuery({ accountId: Type.Optional(Id) }),
    response: Page(DraftRow),
  },
  draft: { ...get, path: `${base}/question/draft-info`, summary: 'A draft', query: ById, response: Draft },
  forEdit: {
    ...get,
    path: `${base}/question/find-question-by-id`,
    summary: 'For the editor',
    query: ById,
    response: Draft,
  },
  saveDraft: {
    ...write,
    method: 'POST',
    path: `${base}/question/draft`,
    summary: 'Save',
    body: Body({
      id: Type.Optional(Id),
      contentId: Type.Optional(Id),
      accountId: Id,
      type: ContentType,
      revision: Type.Integer(),
      fields: DraftFields,
    }),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, DRAFT_CHANGED],
  },
  removeDraft: {
    ...write,
    method: 'DELETE',
    path: `${base}/question/draft/remove/{id}`,
    summary: 'Remove',
    params: ById,
    response: Done,
  },
  publish: {
    ...write,
    method: 'POST',
    path: `${base}/question`,
    summary: 'Publish',
    body: Body({ draftId: Id, revision: Type.Integer() }),
    response: Type.Object({ id: Id, outcome: OneOf(['published', 'review', 'scheduled'] as const) }),
  },
  versions: {
    ...get,
    path: `${base}/question/versions`,
    summary: 'Versions',
    query: ById,
    response: Type.Object({
      items: Type.Array(
        Type.Object({ id: Id, number: Type.Integer(), title: Type.String(), at: Instant, by: Type.String() }),
      ),
    }),
  },
  version: {
    ...get,
    path: `${base}/question/version`,
    summary: 'A version',
    query: ById,
    response: Type.Object({ id: Id, title: Type.String(), html: Type.String() }),
  },
  close: {
    ...write,
    method: 'PUT',
    path: `${base}/question-manage/close/{id}`,
    summary: 'Close',
    params: ById,
    response: Done,
  },
  activate: {
    ...write,
    method: 'PUT',
    path: `${base}/question-manage/active/{id}`,
    summary: 'Activate',
    params: ById,
    response: Done,
  },
  remove: {
    ...write,
    method: 'DELETE',
    path: `${base}/question-manage/remove/{id}`,
    summary: 'Remove',
    params: ById,
    response: Done,
  },
  pin: {
    ...write,
    method: 'PUT',
    path: `${base}/question-manage/pin/{id}`,
    summary: 'Pin',
    params: ById,
    body: Body({ pinned: Type.Boolean() }),
    response: Done,
  },
  highlight: {
    ...write,
    method: 'PUT',
    path: `${base}/question-manage/highlight/{id}`,
    summary: 'Highlight',
    params: ById,
    body: Body({ highlighted: Type.Boolean() }),
    response: Done,
  },
  action: {
    ...write,
    method: 'POST',
    path: `${base}/action`,
    summary: 'Like',
    body: Body({ businessId: Id, actionType: OneOf([1, 2, 3] as const), businessType: Type.Integer() }),
    response: Type.Object({ active: Type.Boolean() }),
  },
  read: {
    ...write,
    method: 'POST',
    path: `${base}/read`,
    summary: 'Read',
    body: Body({ businessId: Id }),
    response: Done,
  },
})
