/** The calls of the help center: its directories, its articles, and who sees them. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import {
  Body,
  Done,
  Id,
  Instant,
  Nullable,
  OneOf,
  OptionalText,
  OptionalTitle,
  Page,
  PageQuery,
  Title,
} from '#kit/schema.ts'
import { Audience, AudienceKey, audiencesMax } from '#modules/platform/identity/contract.ts'
import { managesHelp } from './access.ts'
import { ARTICLE_CHANGED, ARTICLE_PUBLISHED, DIRECTORY_NOT_EMPTY, DIRECTORY_TOO_DEEP, HELP_FULL } from './codes.ts'

/** SYSTEM-187 */
export const directoryNameLengthMax = 100
export const directoryDepthMax = 4
export const directoriesMax = 200
export const articlesMax = 2000
export const articleTitleLengthMax = 100
const articleHtmlLengthMax = 200_000
export const articlePathsMax = 20

export const articleStates = ['draft', 'published'] as const
export type ArticleState = (typeof articleStates)[number]

const directoryFields = {
  nameCn: Title(directoryNameLengthMax),
  /** Empty: the Chinese one is shown. */
  nameEn: OptionalTitle(directoryNameLengthMax),
  parentId: Nullable(Id),
}

const articleFields = {
  directoryId: Id,
  titleCn: Title(articleTitleLengthMax),
  titleEn: OptionalTitle(articleTitleLengthMax),
  /** HTML; what is not allowed in it is left out. */
  contentCn: OptionalText(articleHtmlLengthMax),
  contentEn: OptionalText(articleHtmlLengthMax),
  audiences: Type.Array(AudienceKey, { minItems: 1, maxItems: audiencesMax, uniqueItems: true }),
  /** Screens that the article is about: `/study-v`. The help of such a screen shows it first. */
  paths: Type.Array(Type.String({ pattern: '^/[\\w/-]*$', maxLength: 100 }), {
    maxItems: articlePathsMax,
    uniqueItems: true,
  }),
}

/** A directory with what the caller may read in it. */
const Directory = Type.Object({
  id: Id,
  name: Type.String(),
  parentId: Nullable(Id),
  articleCount: Type.Integer(),
})
export type HelpDirectory = Static<typeof Directory>

const ArticleRow = Type.Object({
  id: Id,
  title: Type.String(),
  excerpt: Type.String(),
  directoryId: Id,
  directoryName: Type.String(),
  updatedAt: Instant,
})
export type HelpArticleRow = Static<typeof ArticleRow>

const ArticleDetails = Type.Object({
  id: Id,
  title: Type.String(),
  content: Type.String(),
  /** The language of the text: the caller's where the article has it. */
  language: OneOf(['cn', 'en'] as const),
  directoryId: Id,
  directoryName: Type.String(),
  updatedAt: Instant,
  /** What the caller has said; null: nothing. */
  isHelpful: Nullable(Type.Boolean()),
  helpfulCount: Type.Integer(),
})

const ManagedDirectory = Type.Object({
  id: Id,
  nameCn: Type.String(),
  nameEn: Type.String(),
  parentId: Nullable(Id),
  articleCount: Type.Integer(),
})
export type ManagedDirectory = Static<typeof ManagedDirectory>

const ManagedRow = Type.Object({
  id: Id,
  titleCn: Type.String(),
  titleEn: Type.String(),
  directoryId: Id,
  directoryName: Type.String(),
  audiences: Type.Array(Audience),
  state: OneOf(articleStates),
  helpfulCount: Type.Integer(),
  notHelpfulCount: Type.Integer(),
  updatedAt: Instant,
})
export type ManagedArticleRow = Static<typeof ManagedRow>

const ManagedArticle = Type.Object({
  id: Id,
  ...articleFields,
  audiences: Type.Array(Type.String()),
  state: OneOf(articleStates),
  revision: Type.Integer(),
})
export type ManagedArticle = Static<typeof ManagedArticle>

const params = Type.Object({ id: Id })
const idsBody = (maxItems: number) => Body({ ids: Type.Array(Id, { minItems: 1, maxItems, uniqueItems: true }) })

export const articlesContract = contract({
  loadAudiences: {
    method: 'GET',
    path: '/help-center/load-audiences',
    summary: 'The audiences of the help center that the caller belongs to',
    access: 'signed-in',
    response: Type.Array(Audience),
  },
  helpDirectories: {
    method: 'GET',
    path: '/help-center/directory',
    summary: 'The directories with articles for the caller, and those above them, in their order',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Directory) }),
  },
  helpArticles: {
    method: 'GET',
    path: '/help-center/article',
    summary: 'The published articles for the caller: of a directory, about a screen, or with the searched words',
    access: 'signed-in',
    query: PageQuery({
      directoryId: Type.Optional(Id),
      search: Type.Optional(OptionalText(100)),
      /** The address of a screen without its query. */
      path: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    response: Page(ArticleRow),
  },
  helpArticle: {
    method: 'GET',
    path: '/help-center/article/{id}',
    summary: 'One article for the caller',
    access: 'signed-in',
    params,
    response: ArticleDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  voteArticle: {
    method: 'PUT',
    path: '/help-center/article/{id}/vote',
    summary: 'Say whether an article was helpful, or take it back with null. A member has one vote',
    access: 'signed-in',
    params,
    body: Body({ isHelpful: Nullable(Type.Boolean()) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  managedDirectories: {
    method: 'GET',
    path: '/help-center/directory-manage',
    summary: 'All directories of the help center in their order',
    access: managesHelp,
    response: Type.Object({ items: Type.Array(ManagedDirectory) }),
    cacheSeconds: 0,
  },
  addDirectory: {
    method: 'POST',
    path: '/help-center/directory-manage',
    summary: 'Add a directory at the end of its siblings',
    access: managesHelp,
    body: Body(directoryFields),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, DIRECTORY_TOO_DEEP, HELP_FULL],
  },
  changeDirectory: {
    method: 'PUT',
    path: '/help-center/directory-manage/{id}',
    summary: 'Rename a directory or move it',
    access: managesHelp,
    params,
    body: Body(directoryFields),
    response: Done,
    errors: [NOT_FOUND, DIRECTORY_TOO_DEEP],
  },
  deleteDirectory: {
    method: 'DELETE',
    path: '/help-center/directory-manage/{id}',
    summary: 'Delete an empty directory',
    access: managesHelp,
    params,
    response: Done,
    errors: [NOT_FOUND, DIRECTORY_NOT_EMPTY],
  },
  orderDirectories: {
    method: 'PUT',
    path: '/help-center/directory-manage-order',
    summary: 'The order of directories: their places are given to them in the order of the list',
    access: managesHelp,
    body: idsBody(directoriesMax),
    response: Done,
    errors: [NOT_FOUND],
  },
  managedArticles: {
    method: 'GET',
    path: '/help-center/article-manage',
    summary: 'All articles in the order of their directory, with what readers say of them',
    access: managesHelp,
    query: PageQuery({
      directoryId: Type.Optional(Id),
      state: Type.Optional(OneOf(articleStates)),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(ManagedRow),
    cacheSeconds: 0,
  },
  managedArticle: {
    method: 'GET',
    path: '/help-center/article-manage/{id}',
    summary: 'One article as it is edited',
    access: managesHelp,
    params,
    response: ManagedArticle,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  addArticle: {
    method: 'POST',
    path: '/help-center/article-manage',
    summary: 'Write a draft of an article, at the end of its directory',
    access: managesHelp,
    body: Body(articleFields),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, HELP_FULL],
  },
  changeArticle: {
    method: 'PUT',
    path: '/help-center/article-manage/{id}',
    summary: 'Change an article; a published one changes for its readers at once',
    access: managesHelp,
    params,
    body: Body({ ...articleFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, ARTICLE_CHANGED],
  },
  setArticleState: {
    method: 'PUT',
    path: '/help-center/article-manage/{id}/state',
    summary: 'Publish an article, or take it back',
    access: managesHelp,
    params,
    body: Body({ state: OneOf(articleStates) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  deleteArticle: {
    method: 'DELETE',
    path: '/help-center/article-manage/{id}',
    summary: 'Delete an article that is not published, with its votes',
    access: managesHelp,
    params,
    response: Done,
    errors: [NOT_FOUND, ARTICLE_PUBLISHED],
  },
  orderArticles: {
    method: 'PUT',
    path: '/help-center/article-manage-order',
    summary: 'The order of articles: their places are given to them in the order of the list',
    access: managesHelp,
    body: idsBody(100),
    response: Done,
    errors: [NOT_FOUND],
  },
})
