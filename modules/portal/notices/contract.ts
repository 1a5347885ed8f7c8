/** Notices of the company: its calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { managesNotices } from './contract/access.ts'

/** Another administrator has changed the notice since it was read. `data.revision`: its present revision */
export const NOTICE_CHANGED = errorCode(381001)
/** The state of the notice does not allow the action. `data.status` */
export const NOTICE_STATUS = errorCode(381002)

export const noticeTitleLengthMax = 100
/** SYSTEM-186 */
export const noticeLengthMax = 1000

export const noticeStatuses = ['draft', 'published', 'withdrawn'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

export const noticeActions = ['edit', 'publish', 'withdraw', 'delete'] as const
export type NoticeAction = (typeof noticeActions)[number]

const noticeFields = {
  title: Title(noticeTitleLengthMax),
  content: Text(noticeLengthMax),
  /** These organizations and those below them; empty: every member of the company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Stands above the others on the home page. */
  isPinned: Type.Boolean(),
  /** From then on members no longer see it; null: it stays. */
  expiresAt: Nullable(Instant),
}

/** A notice as administrators see it. */
export const ManagedNotice = Type.Object({
  id: Id,
  ...noticeFields,
  /** Names of the organizations, in the order of `organizationIds`. */
  organizationNames: Type.Array(Type.String()),
  status: OneOf(noticeStatuses),
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  updatedAt: Instant,
  revision: Type.Integer(),
  /** Members of the audience who may sign in, and how many of them have read it. */
  audienceCount: Type.Integer(),
  readCount: Type.Integer(),
  /** What the status allows now. */
  actions: Type.Array(OneOf(noticeActions)),
})
export type ManagedNotice = Static<typeof ManagedNotice>

/** A notice as a member sees it. */
export const OwnNotice = Type.Object({
  id: Id,
  title: Type.String(),
  content: Type.String(),
  isPinned: Type.Boolean(),
  authorName: Type.String(),
  publishedAt: Instant,
  /** Null: the member has not read it yet. */
  readAt: Nullable(Instant),
})
export type OwnNotice = Static<typeof OwnNotice>

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })

export const notices = contract({
  listNotices: {
    method: 'GET',
    path: '/system/notice',
    summary: 'All notices of the company, the last changed first',
    access: managesNotices,
    query: PageQuery({ search: Type.Optional(OptionalText(100)), status: Type.Optional(OneOf(noticeStatuses)) }),
    response: Page(ManagedNotice),
    cacheSeconds: 0,
  },
  createNotice: {
    method: 'POST',
    path: '/system/notice',
    summary: 'Write a draft of a notice',
    access: managesNotices,
    body: Body(noticeFields),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND],
  },
  changeNotice: {
    method: 'PUT',
    path: '/system/notice/{id}',
    summary: 'Change a notice. `readAgain` asks the members to read a published one again',
    access: managesNotices,
    params,
    body: Body({ ...noticeFields, revision, readAgain: Type.Optional(Type.Boolean()) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, NOTICE_CHANGED],
  },
  publishNotice: {
    method: 'POST',
    path: '/system/notice/{id}/publish',
    summary: 'Show a notice to its audience; `notify` sends the members a message too',
    access: managesNotices,
    params,
    body: Body({ revision, notify: Type.Boolean() }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, NOTICE_CHANGED, NOTICE_STATUS],
  },
  withdrawNotice: {
    method: 'POST',
    path: '/system/notice/{id}/withdraw',
    summary: 'Take a published notice away from its audience; the read receipts stay',
    access: managesNotices,
    params,
    body: Body({ revision }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, NOTICE_CHANGED, NOTICE_STATUS],
  },
  deleteNotice: {
    method: 'DELETE',
    path: '/system/notice/{id}',
    summary: 'Delete a notice that is not published, with its read receipts',
    access: managesNotices,
    params,
    response: Done,
    errors: [NOT_FOUND, NOTICE_STATUS],
  },
  noticeReaders: {
    method: 'GET',
    path: '/system/notice/{id}/readers',
    summary: 'The members of the audience, with the time at which each has read the notice; who has not comes first',
    access: managesNotices,
    params,
    query: PageQuery({ isRead: Type.Optional(Type.Boolean()), search: Type.Optional(OptionalText(100)) }),
    response: Page(
      Type.Object({
        memberId: Id,
        fullName: Type.String(),
        organizationName: Type.String(),
        readAt: Nullable(Instant),
      }),
    ),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  ownNotices: {
    method: 'GET',
    path: '/system/own-notice',
    summary: 'The notices for the caller: pinned ones first, then the newest. `unreadCount` counts all pages',
    access: 'signed-in',
    query: PageQuery({}),
    response: Type.Object({
      items: Type.Array(OwnNotice),
      recordCount: Type.Integer(),
      unreadCount: Type.Integer(),
    }),
    cacheSeconds: 0,
  },
  ownNotice: {
    method: 'GET',
    path: '/system/own-notice/{id}',
    summary: 'One notice for the caller',
    access: 'signed-in',
    params,
    response: OwnNotice,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  readNotice: {
    method: 'POST',
    path: '/system/own-notice/{id}/read',
    summary: 'The caller has read a notice. The first time counts; a repeat changes nothing',
    access: 'signed-in',
    params,
    response: Type.Object({ readAt: Instant }),
    errors: [NOT_FOUND],
  },
})
