/** The calls of those who look at pages. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { BRANCH_GONE, NOT_BRANCH_MEMBER } from './codes.ts'
import { pageKinds, ShownItem, ShownPage } from './shown.ts'

/** A page that the caller may open. */
const HomeConfig = Type.Object({
  id: Id,
  kind: OneOf(pageKinds),
  name: Type.String(),
  parentId: Nullable(Id),
  organizationId: Nullable(Id),
  logoUrl: Nullable(Type.String()),
})
export type HomeConfig = Static<typeof HomeConfig>

const params = Type.Object({ id: Id })

/** SYSTEM-038: the columns of lists that a member has chosen, by the name of the list. */
export const chosenListsMax = 50
const columnsOfList = Type.Array(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,60}$' }), {
  maxItems: 40,
  uniqueItems: true,
})
const ChosenColumns = Type.Object({
  lists: Type.Array(Type.Object({ list: Type.String(), columns: Type.Array(Type.String()) })),
})

const Speech = Type.Object({
  isOn: Type.Boolean(),
  /** The name of a voice of the device; empty: the one it begins with. */
  voice: Type.String(),
  /** Hundredths of the usual speed. */
  rate: Type.Integer(),
})
export type Speech = Static<typeof Speech>

export const readingContract = contract({
  homeConfigs: {
    method: 'GET',
    path: '/system/home-config/findByParentId',
    summary:
      'The published pages below a page that the caller may open, first those of the own organization; without an id those at the top',
    access: 'signed-in',
    query: Type.Object({ parentId: Type.Optional(Id) }),
    response: Type.Object({
      items: Type.Array(HomeConfig),
      /** Whether `ownBranches` answers any. */
      hasBranches: Type.Boolean(),
    }),
    errors: [NOT_FOUND, NOT_BRANCH_MEMBER],
  },
  homePage: {
    method: 'GET',
    path: '/system/home-config/{id}',
    summary: 'A home page with the data of all its modules, as the caller may see them',
    access: 'signed-in',
    params,
    response: ShownPage,
    errors: [NOT_FOUND],
  },
  ownBranches: {
    method: 'GET',
    path: '/system/business-home-config',
    summary: 'The branches of which the caller is a member, first those of the own organization',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(HomeConfig) }),
  },
  validateBranch: {
    method: 'GET',
    path: '/system/business-home-config/validate/{id}',
    summary: 'Whether the caller may open the branch',
    access: 'signed-in',
    params,
    response: Type.Object({ id: Id, isValid: Type.Boolean() }),
    errors: [BRANCH_GONE, NOT_BRANCH_MEMBER],
    cacheSeconds: 0,
  },
  branchPage: {
    method: 'GET',
    path: '/system/business-home-config/{id}',
    summary: 'The page of a branch with the data of all its modules, as the caller may see them',
    access: 'signed-in',
    params,
    response: ShownPage,
    errors: [BRANCH_GONE, NOT_BRANCH_MEMBER],
  },
  canvasPage: {
    method: 'GET',
    path: '/canvas/canvas/{id}',
    summary: 'A canvas with the data of all its modules, as the caller may see them',
    access: 'signed-in',
    params,
    response: ShownPage,
    errors: [NOT_FOUND],
  },
  moduleEntries: {
    method: 'GET',
    path: '/system/page-module/{id}/{moduleId}',
    summary: 'All entries of one module of a page that the caller may open',
    access: 'signed-in',
    params: Type.Object({ id: Id, moduleId: Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }) }),
    query: PageQuery({}),
    response: Type.Object({ title: Type.String(), pageName: Type.String(), ...Page(ShownItem).properties }),
    errors: [NOT_FOUND, BRANCH_GONE, NOT_BRANCH_MEMBER],
  },
  previewPage: {
    method: 'GET',
    path: '/system/page-preview/{id}',
    summary: 'The draft of a page in one language, for those who may change it, with the data that they may see',
    access: 'signed-in',
    params,
    query: Type.Object({ language: OneOf(['cn', 'en'] as const) }),
    response: ShownPage,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  memberColumns: {
    method: 'GET',
    path: '/system/member-column',
    summary: 'The columns of lists that the caller has chosen',
    access: 'signed-in',
    response: ChosenColumns,
    cacheSeconds: 0,
  },
  saveMemberColumns: {
    method: 'POST',
    path: '/system/member-column',
    summary: "Save the caller's columns of one list; none of them: those that the list begins with",
    access: 'signed-in',
    body: Body({ list: Type.String({ pattern: '^[a-z0-9.-]{1,60}$' }), columns: columnsOfList }),
    response: ChosenColumns,
  },
  speechSet: {
    method: 'GET',
    path: '/system/speech-set',
    summary: "Whether and how texts are read out in the caller's organization; the first setting upward counts",
    access: 'signed-in',
    response: Speech,
    cacheSeconds: 300,
  },
  logVisit: {
    method: 'POST',
    path: '/zxy-log/home-config-login-log',
    summary: 'The caller has opened a home page. A repeat with the same visit counts once',
    access: 'signed-in',
    form: true,
    body: Body({
      /** Left out: the home page of the product. */
      homeConfigId: Type.Optional(Id),
      /** Made by the browser for each time the page is loaded. */
      visitId: Id,
    }),
    response: Done,
    errors: [NOT_FOUND],
  },
})
