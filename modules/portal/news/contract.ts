/** News of the company and its branches: its calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, PageQuery, Title } from '#kit/schema.ts'
import { Audience, AudienceKey, audiencesMax } from '#modules/platform/identity/contract.ts'
import { managesNews } from './contract/access.ts'
import { NEWS_CHANGED, NEWS_PERIOD, NEWS_STATUS } from './contract/codes.ts'

export const newsTitleLengthMax = 100
export const newsSummaryLengthMax = 300
export const newsSourceLengthMax = 60
const newsHtmlLengthMax = 200_000

/** `scheduled` and `expired` are published ones before and after their time. */
export const newsStatuses = ['draft', 'scheduled', 'published', 'expired', 'withdrawn'] as const
export type NewsStatus = (typeof newsStatuses)[number]
export const newsViews = ['all', ...newsStatuses] as const

export const newsActions = ['edit', 'publish', 'withdraw', 'delete'] as const
export type NewsAction = (typeof newsActions)[number]

const newsFields = {
  title: Title(newsTitleLengthMax),
  /** Empty: the beginning of the text stands in its place. */
  summary: OptionalText(newsSummaryLengthMax),
  coverFileId: Nullable(Id),
  /** HTML; what is not allowed in it is left out. */
  content: OptionalText(newsHtmlLengthMax),
  /** Who reported it: a department, a newspaper. */
  source: OptionalTitle(newsSourceLengthMax),
  /** The company's root, or the branch whose news it is: only members of it and below read it. */
  organizationId: Id,
  audiences: Type.Array(AudienceKey, { minItems: 1, maxItems: audiencesMax, uniqueItems: true }),
  isPinned: Type.Boolean(),
  /** From then on members no longer see it; null: it stays. */
  expiresAt: Nullable(Instant),
}

const ManagedRow = Type.Object({
  id: Id,
  title: Type.String(),
  coverPath: Nullable(Type.String()),
  organizationName: Type.String(),
  audiences: Type.Array(Audience),
  isPinned: Type.Boolean(),
  status: OneOf(newsStatuses),
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  expiresAt: Nullable(Instant),
  updatedAt: Instant,
  revision: Type.Integer(),
  readCount: Type.Integer(),
  actions: Type.Array(OneOf(newsActions)),
})
export type ManagedNewsRow = Static<typeof ManagedRow>

const ManagedArticle = Type.Object({
  id: Id,
  ...newsFields,
  audiences: Type.Array(Type.String()),
  source: Type.String(),
  title: Type.String(),
  coverPath: Nullable(Type.String()),
  status: OneOf(newsStatuses),
  publishedAt: Nullable(Instant),
  revision: Type.Integer(),
  actions: Type.Array(OneOf(newsActions)),
})
export type ManagedNews = Static<typeof ManagedArticle>

/** An article in a list of members. */
export const NewsRow = Type.Object({
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  coverPath: Nullable(Type.String()),
  source: Type.String(),
  /** Empty for news of the whole company. */
  branchName: Type.String(),
  isPinned: Type.Boolean(),
  publishedAt: Instant,
  isRead: Type.Boolean(),
})
export type NewsRow = Static<typeof NewsRow>

const NewsArticle = Type.Object({
  ...NewsRow.properties,
  content: Type.String(),
  authorName: Type.String(),
  readCount: Type.Integer(),
  /** What was published just before and after it, for the same reader. */
  older: Nullable(Type.Object({ id: Id, title: Type.String() })),
  newer: Nullable(Type.Object({ id: Id, title: Type.String() })),
})

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })
const Revised = Type.Object({ revision: Type.Integer() })

export const news = contract({
  managedNews: {
    method: 'GET',
    path: '/system/news-manage',
    summary: 'The news of the organizations of the caller, the last changed first',
    access: managesNews,
    query: PageQuery({ search: Type.Optional(OptionalText(100)), view: Type.Optional(OneOf(newsViews)) }),
    response: Type.Object({
      items: Type.Array(ManagedRow),
      recordCount: Type.Integer(),
      counts: Type.Record(Type.String(), Type.Integer()),
    }),
    cacheSeconds: 0,
  },
  managedArticle: {
    method: 'GET',
    path: '/system/news-manage/{id}',
    summary: 'One article as it is edited',
    access: managesNews,
    params,
    response: ManagedArticle,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createNews: {
    method: 'POST',
    path: '/system/news-manage',
    summary: 'Write a draft of an article',
    access: managesNews,
    body: Body(newsFields),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, INVALID_INPUT],
  },
  changeNews: {
    method: 'PUT',
    path: '/system/news-manage/{id}',
    summary: 'Change an article; a published one changes for its readers at once',
    access: managesNews,
    params,
    body: Body({ ...newsFields, revision }),
    response: Revised,
    errors: [NOT_FOUND, INVALID_INPUT, NEWS_CHANGED, NEWS_PERIOD],
  },
  publishNews: {
    method: 'POST',
    path: '/system/news-manage/{id}/publish',
    summary: 'Show an article to its readers: now, or from a time that is to come',
    access: managesNews,
    params,
    body: Body({ revision, at: Type.Optional(Nullable(Instant)) }),
    response: Revised,
    errors: [NOT_FOUND, NEWS_CHANGED, NEWS_STATUS, NEWS_PERIOD],
  },
  withdrawNews: {
    method: 'POST',
    path: '/system/news-manage/{id}/withdraw',
    summary: 'Take an article away from its readers; what they have read stays',
    access: managesNews,
    params,
    body: Body({ revision }),
    response: Revised,
    errors: [NOT_FOUND, NEWS_CHANGED, NEWS_STATUS],
  },
  deleteNews: {
    method: 'DELETE',
    path: '/system/news-manage/{id}',
    summary: 'Delete an article that nobody sees',
    access: managesNews,
    params,
    response: Done,
    errors: [NOT_FOUND, NEWS_STATUS],
  },
  newsList: {
    method: 'GET',
    path: '/system/news',
    summary: 'The news of a home page for the caller, the newest first; without one, all that the caller may read',
    access: 'signed-in',
    query: PageQuery({ homeConfigId: Type.Optional(Id), search: Type.Optional(OptionalText(100)) }),
    response: Type.Object({
      items: Type.Array(NewsRow),
      recordCount: Type.Integer(),
      unreadCount: Type.Integer(),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  newsArticle: {
    method: 'GET',
    path: '/system/news/{id}',
    summary: 'One article for the caller',
    access: 'signed-in',
    params,
    response: NewsArticle,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  readNews: {
    method: 'POST',
    path: '/system/news/{id}/read',
    summary: 'The caller has read an article. The first time counts; a repeat changes nothing',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
})
