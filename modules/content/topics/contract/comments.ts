/** Comments: under an item of any kind, with one level of replies. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import { managesComments } from './access.ts'
import { COMMENT_REMOVED, COMMENTS_CLOSED } from './codes.ts'
import { Author, BusinessType, item, ShownItem } from './shapes.ts'

/** The number of comments among what is reported; no item has it. */
export const commentBusinessType = 104

/** SYSTEM-182, SYSTEM-183; a kind of item may set others, up to LENGTH_MAX. */
export const COMMENT_LENGTH = 500
export const REPLY_LENGTH = 300
/** The longest of all: the reply of the one place (SYSTEM-183). */
const LENGTH_MAX = 3000
export const COMMENTS_PAGE_SIZE = 20
const REASON_MAX = 100
/** Ids of one count (SYSTEM-193). */
const COUNTED_MAX = 200
/** Members that one comment names. */
export const MENTIONS_MAX = 20

const pointers = {
  quotedId: Type.Optional(Id),
  mentionIds: Type.Optional(Type.Array(Id, { maxItems: MENTIONS_MAX, uniqueItems: true })),
}

const fields = {
  id: Id,
  /** Empty once it was removed: its place stays, for those who answered. */
  content: Type.String(),
  author: Author,
  createTime: Instant,
  likeCount: Type.Integer(),
  liked: Type.Boolean(),
  removed: Nullable(OneOf(['author', 'moderator'])),
  /** Why a moderator removed it; for the author and moderators. */
  removedReason: Nullable(Type.String()),
  mayRemove: Type.Boolean(),
  /** Removed, and the caller may bring it back. */
  mayRestore: Type.Boolean(),
  /** Contains words for review; only moderators see this flag. */
  flagged: Type.Boolean(),
  /** The comment that it quotes, with the beginning of its text: empty once that was removed. */
  quoted: Nullable(Type.Object({ id: Id, content: Type.String(), author: Author })),
  /** The members that it names. */
  mentions: Type.Array(Type.Object({ memberId: Id, name: Type.String() })),
  /** The author of the item has marked it as the best. */
  best: Type.Boolean(),
}

const Reply = Type.Object({
  ...fields,
  /** The author of the answered reply; null for an answer to the comment itself. */
  repliedTo: Nullable(Type.Object({ id: Id, author: Author })),
})
export type Reply = Static<typeof Reply>

export const Comment = Type.Object({
  ...fields,
  replyCount: Type.Integer(),
  /** The first two, oldest first. */
  replies: Type.Array(Reply),
})
export type Comment = Static<typeof Comment>

export const Thread = Type.Object({
  items: Type.Array(Comment),
  /** Comments and replies that are shown. */
  recordCount: Type.Integer(),
  /** Hand it back as `after` for what follows; null at the end. */
  next: Nullable(Type.String()),
  mayComment: Type.Boolean(),
  mayModerate: Type.Boolean(),
  /** The caller wrote the item, and marks the best comment. */
  mayMarkBest: Type.Boolean(),
  /** The best comment, with the first page; it stands at its place as well. */
  best: Nullable(Reply),
  /** The end of the caller's mute, if a moderator set one. */
  mutedUntil: Nullable(Instant),
  /** The caller gets no notifications about answers here. */
  quiet: Type.Boolean(),
  commentLengthMax: Type.Integer(),
  replyLengthMax: Type.Integer(),
})
export type Thread = Static<typeof Thread>

const ModeratedComment = Type.Object({
  id: Id,
  ...item,
  content: Type.String(),
  author: Author,
  item: ShownItem,
  isReply: Type.Boolean(),
  createTime: Instant,
  likeCount: Type.Integer(),
  flagged: Type.Boolean(),
  removed: Nullable(OneOf(['author', 'moderator'])),
  removedReason: Nullable(Type.String()),
  removedBy: Nullable(Id),
  removedAt: Nullable(Instant),
  mutedUntil: Nullable(Instant),
})
export type ModeratedComment = Static<typeof ModeratedComment>

const Mute = Type.Object({
  memberId: Id,
  author: Author,
  until: Instant,
  reason: Type.String(),
  mutedBy: Id,
  createdAt: Instant,
})
export type Mute = Static<typeof Mute>

const ById = Type.Object({ id: Id })
const After = Type.Optional(Type.String({ maxLength: 100, pattern: '^[0-9]+_[0-9a-f-]{36}$' }))
const PageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: COMMENTS_PAGE_SIZE }))
const LikeState = Type.Object({ liked: Type.Boolean(), likeCount: Type.Integer() })

export const commentCalls = contract({
  listComments: {
    method: 'GET',
    path: '/system/comment',
    summary: 'The comments of an item, newest or hottest first, each with its first replies',
    access: 'signed-in',
    query: Type.Object({
      ...item,
      order: Type.Optional(OneOf(['newest', 'hottest'])),
      after: After,
      pageSize: PageSize,
    }),
    response: Thread,
    errors: [NOT_FOUND],
    passesOnRefusals: true,
  },
  listReplies: {
    method: 'GET',
    path: '/system/comment/{id}/replies',
    summary: 'The replies to a comment, oldest first',
    access: 'signed-in',
    params: ById,
    query: Type.Object({ after: After, pageSize: PageSize }),
    response: Type.Object({ items: Type.Array(Reply), recordCount: Type.Integer(), next: Nullable(Type.String()) }),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
  },
  addComment: {
    method: 'POST',
    path: '/system/comment',
    summary: 'Writes a comment; its length is the kind of item’s, 500 where nothing is said (SYSTEM-182)',
    access: 'signed-in',
    body: Body({ ...item, content: Text(LENGTH_MAX), ...pointers }),
    response: Comment,
    errors: [NOT_FOUND, MUTED, COMMENTS_CLOSED, COMMENT_REMOVED],
    passesOnRefusals: true,
    rate: { max: 60, windowSeconds: 60 },
  },
  addReply: {
    method: 'POST',
    path: '/system/comment/{id}/replies',
    summary: 'Answers a comment or a reply; 300 characters where the kind of item says nothing (SYSTEM-183)',
    access: 'signed-in',
    params: ById,
    body: Body({ content: Text(LENGTH_MAX), ...pointers }),
    response: Reply,
    errors: [NOT_FOUND, MUTED, COMMENTS_CLOSED, COMMENT_REMOVED],
    passesOnRefusals: true,
    rate: { max: 60, windowSeconds: 60 },
  },
  removeComment: {
    method: 'DELETE',
    path: '/system/comment/{id}',
    summary: 'Removes a comment or reply: the author their own, or who moderates the item. Its place stays',
    access: 'signed-in',
    params: ById,
    query: Type.Object({ reason: Type.Optional(OptionalText(REASON_MAX)) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  restoreComment: {
    method: 'POST',
    path: '/system/comment/{id}/restoration',
    summary: 'Brings a removed comment back: the author within ten minutes, or who moderates the item',
    access: 'signed-in',
    params: ById,
    response: Type.Object({ content: Type.String() }),
    errors: [NOT_FOUND],
  },
  likeComment: {
    method: 'PUT',
    path: '/system/comment/{id}/like',
    summary: 'Likes a comment; twice is once',
    access: 'signed-in',
    params: ById,
    response: LikeState,
    errors: [NOT_FOUND, COMMENT_REMOVED],
    passesOnRefusals: true,
  },
  unlikeComment: {
    method: 'DELETE',
    path: '/system/comment/{id}/like',
    summary: 'Takes a like back',
    access: 'signed-in',
    params: ById,
    response: LikeState,
    errors: [NOT_FOUND],
  },
  markBest: {
    method: 'PUT',
    path: '/system/comment/{id}/best',
    summary: 'Marks a comment as the best of its item, for who wrote the item; the one before loses the mark',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, COMMENT_REMOVED],
  },
  unmarkBest: {
    method: 'DELETE',
    path: '/system/comment/{id}/best',
    summary: 'Takes the mark of the best comment back',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  quietThread: {
    method: 'PUT',
    path: '/system/comment/quiet',
    summary: 'No notifications about answers under this item, or again',
    access: 'signed-in',
    body: Body({ ...item, quiet: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND],
  },
  countByBusinessIds: {
    method: 'GET',
    path: '/system/comment/count-by-business-ids',
    summary:
      'The number of comments of each asked id, 0 for none and for what the caller may not see (SYSTEM-188, SYSTEM-193)',
    access: 'signed-in',
    query: Type.Object({
      /** One after the other, or separated by commas. */
      ids: Type.Array(Type.String({ maxLength: 40 * COUNTED_MAX }), { minItems: 1, maxItems: COUNTED_MAX }),
      businessType: Type.Optional(BusinessType),
    }),
    response: Type.Record(Type.String(), Type.Integer()),
  },
  moderatedComments: {
    method: 'GET',
    path: '/system/comment-moderation',
    summary: 'Comments of the organizations that the caller moderates, newest first',
    access: managesComments,
    query: PageQuery({
      keyword: Type.Optional(OptionalText(100)),
      state: Type.Optional(OneOf(['shown', 'removed', 'flagged'])),
      businessType: Type.Optional(BusinessType),
      memberId: Type.Optional(Id),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
    response: Page(ModeratedComment),
  },
  moderateComments: {
    method: 'POST',
    path: '/system/comment-moderation',
    summary: 'Removes comments with a reason, restores them, or approves those that were marked for a look',
    access: managesComments,
    body: Body({
      ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      action: OneOf(['remove', 'restore', 'approve']),
      reason: Type.Optional(OptionalText(REASON_MAX)),
    }),
    response: Type.Object({ changedCount: Type.Integer() }),
  },
  listMutes: {
    method: 'GET',
    path: '/system/comment-mutes',
    summary: 'Members who may not comment for now',
    access: managesComments,
    query: PageQuery({}),
    response: Page(Mute),
  },
  muteMember: {
    method: 'PUT',
    path: '/system/comment-mutes/{id}',
    summary: 'The member of this id comments nothing until the time given',
    access: managesComments,
    params: ById,
    body: Body({ until: Instant, reason: OptionalText(REASON_MAX) }),
    onSelf: { refused: ['params.id'] },
    response: Done,
    errors: [NOT_FOUND],
  },
  unmuteMember: {
    method: 'DELETE',
    path: '/system/comment-mutes/{id}',
    summary: 'The member may comment again',
    access: managesComments,
    params: ById,
    onSelf: { refused: ['params.id'] },
    response: Done,
  },
})
