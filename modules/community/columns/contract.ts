/** Columns: series of an account’s contents, to which members subscribe. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { IsPay, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { ACCOUNT_FROZEN, NO_EXPERT } from '#modules/community/community/contract.ts'
import { ContentCard, TITLE_TAKEN } from '#modules/community/contents/contract.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import {
  COLUMN_CLOSED,
  COLUMN_SUBSCRIBED,
  Column,
  ColumnCandidate,
  ColumnContent,
  ColumnEdit,
  CompleteColumn,
  columnContentsMax,
  NewColumn,
  TOO_MANY_ITEMS,
} from './contract/shapes.ts'

export {
  type Column,
  type ColumnContent,
  type CompleteColumn,
  columnBusinessType,
  columnContentsMax,
  columnIntroductionLengthMax,
  columnTitleLengthMax,
  columnTopicsMax,
} from './contract/shapes.ts'

const base = '/knowledge-operation/special-column'
const ofColumn = Type.Object({ id: Id })
const Search = Type.Optional(Type.String({ maxLength: 60 }))
const Columns = Type.Object({ items: Type.Array(Column), recordCount: Type.Integer() })

export const columns = contract({
  columnTitles: {
    method: 'GET',
    path: `${base}/enjoy-column-basic-info`,
    summary: 'Id and title of each column of an account (COMMUNITY-166)',
    access: 'signed-in',
    query: ofColumn,
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Id, title: Type.String(), contentNum: Type.Integer() })),
      recordCount: Type.Integer(),
    }),
    errors: [NOT_FOUND],
  },
  columnsOfAccount: {
    method: 'GET',
    path: `${base}/enjoy-column/`,
    aliases: [`${base}/enjoy-column`],
    summary: 'The columns of an account; closed ones only for its members (COMMUNITY-174)',
    access: 'signed-in',
    query: PageQuery({ id: Id, search: Search, isPay: Type.Optional(IsPay) }),
    response: Page(Column),
    errors: [NOT_FOUND],
  },
  recommendedColumns: {
    method: 'GET',
    path: `${base}/column-recommend`,
    summary: 'The columns with most subscribers (COMMUNITY-175)',
    access: 'signed-in',
    query: PageQuery({ search: Search, isPay: Type.Optional(IsPay) }),
    response: Page(Column),
  },
  randomColumns: {
    method: 'GET',
    path: `${base}/column-recommend/random`,
    summary: 'A few columns at random, which the caller does not subscribe to yet (COMMUNITY-176)',
    access: 'signed-in',
    query: Type.Object({ size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 4 })) }),
    response: Columns,
    cacheSeconds: 0,
  },
  subscribedColumns: {
    method: 'GET',
    path: `${base}/subscribe-column`,
    summary: 'The columns that the caller subscribes to, the newest release first (COMMUNITY-090, COMMUNITY-177)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(Column),
    cacheSeconds: 0,
  },
  subscribe: {
    method: 'POST',
    path: `${base}/subscribe`,
    summary:
      'Subscribes to a column; the same call again ends it, unless `subscribed` says what is wanted (COMMUNITY-178)',
    access: 'signed-in',
    body: Body({ id: Id, subscribed: Type.Optional(Type.Boolean()) }),
    response: Type.Object({ subscribed: Type.Boolean(), subscribeNum: Type.Integer() }),
    errors: [NOT_FOUND, NOT_BOUGHT, COLUMN_CLOSED, TOO_MANY_ITEMS],
    rate: { max: 120, windowSeconds: 60 },
  },
  completeColumn: {
    method: 'GET',
    path: `${base}/get-complete-info/{id}`,
    summary: 'A column with its topics and what the caller has read of it (COMMUNITY-168)',
    access: 'signed-in',
    params: ofColumn,
    response: CompleteColumn,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  columnContents: {
    method: 'GET',
    path: `${base}/column-contents/{id}`,
    summary:
      'The released contents of a column: sort 0 in the order of the column, 1 newest, 2 most read; closed ones too for the account’s administrators with isEnjoyAdmin (COMMUNITY-041, COMMUNITY-096, COMMUNITY-173)',
    access: 'signed-in',
    params: ofColumn,
    query: PageQuery({
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 2, default: 0 })),
      isEnjoyAdmin: Type.Optional(OneOf([0, 1] as const)),
    }),
    response: Page(ColumnContent),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  column: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'A column (COMMUNITY-172)',
    access: 'signed-in',
    params: ofColumn,
    response: Column,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createColumn: {
    method: 'POST',
    path: base,
    summary: 'Adds a column to an account that the caller administers (COMMUNITY-169)',
    access: 'signed-in',
    body: NewColumn,
    response: ofColumn,
    errors: [NOT_FOUND, MUTED, NO_PERMISSION, NO_EXPERT, ACCOUNT_FROZEN, TITLE_TAKEN, TOO_MANY_ITEMS],
    rate: { max: 60, windowSeconds: 60 },
  },
  changeColumn: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Changes a column, closes it or opens it again (COMMUNITY-170)',
    access: 'signed-in',
    params: ofColumn,
    body: ColumnEdit,
    response: Done,
    errors: [NOT_FOUND, MUTED, NO_PERMISSION, ACCOUNT_FROZEN, TITLE_TAKEN],
  },
  removeColumn: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Deletes a column; one with subscribers is closed first. Its contents stay (COMMUNITY-171)',
    access: 'signed-in',
    params: ofColumn,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, COLUMN_SUBSCRIBED],
  },
  columnCandidates: {
    method: 'GET',
    path: '/knowledge-operation/question/column-question',
    summary: 'The contents of the account that can go into a column, the newest first (COMMUNITY-153)',
    access: 'signed-in',
    query: PageQuery({ id: Id, search: Search }),
    response: Page(ColumnCandidate),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  subscribedContents: {
    method: 'GET',
    path: '/knowledge-operation/attention/subscribe-question',
    summary:
      'The contents of the columns that the caller subscribes to, each once, the newest release first (COMMUNITY-180)',
    access: 'signed-in',
    query: Type.Object({
      /** The page of the list as it is now, for callers that count pages; `after` goes on where a page ended. */
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
      /** `next` of the page before. */
      after: Type.Optional(Type.String({ maxLength: 100 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    response: Type.Object({ items: Type.Array(ContentCard), next: Type.Union([Type.String(), Type.Null()]) }),
    cacheSeconds: 0,
  },
  releaseContents: {
    method: 'PUT',
    path: `${base}/release-question`,
    summary:
      'Releases contents of the account in a column, at its end and in the given order (COMMUNITY-074, COMMUNITY-167)',
    access: 'signed-in',
    body: Body({
      id: Id,
      questionIds: Type.Array(Id, { minItems: 1, maxItems: columnContentsMax, uniqueItems: true }),
    }),
    response: Type.Object({ released: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ACCOUNT_FROZEN, COLUMN_CLOSED, TOO_MANY_ITEMS],
  },
  orderContents: {
    method: 'PUT',
    path: `${base}/{id}/order`,
    summary: 'Puts the contents of a column into the given order; those that are not named come after them',
    access: 'signed-in',
    params: ofColumn,
    body: Body({ questionIds: Type.Array(Id, { minItems: 1, maxItems: columnContentsMax, uniqueItems: true }) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  takeOutContent: {
    method: 'DELETE',
    path: `${base}/{id}/content/{questionId}`,
    summary: 'Takes a content out of a column; the content itself stays',
    access: 'signed-in',
    params: Type.Object({ id: Id, questionId: Id }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  openContent: {
    method: 'POST',
    path: `${base}/{id}/opened`,
    summary: 'Notes that the caller has opened a content of the column, so that reading goes on there',
    access: 'signed-in',
    params: ofColumn,
    body: Body({ questionId: Id }),
    response: Type.Object({ previousId: Type.Union([Id, Type.Null()]), nextId: Type.Union([Id, Type.Null()]) }),
    errors: [NOT_FOUND, NOT_BOUGHT],
    rate: { max: 240, windowSeconds: 60 },
  },
})
