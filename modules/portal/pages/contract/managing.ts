/** The calls of those who design pages. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
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
import { managesAllPages, managesPages } from './access.ts'
import { PAGE_CHANGED, PAGE_HAS_CHILDREN, PAGE_INVALID, PAGE_STATE, PAGE_TIME_WRONG, PAGES_FULL } from './codes.ts'
import { PageDocument, PageProblem } from './document.ts'
import { pageKinds, ShownPage } from './shown.ts'
import { templateNames } from './templates.ts'

export const pageNameLengthMax = 60
export const versionNoteLengthMax = 200
export const pagesMax = 500

/** `draft`: never published. `hidden`: taken back. `archived`: out of the list, with its versions. */
export const pageStates = ['draft', 'published', 'hidden', 'archived'] as const
export type PageState = (typeof pageStates)[number]

const nameFields = { nameCn: Title(pageNameLengthMax), nameEn: OptionalTitle(pageNameLengthMax) }
const placeFields = {
  parentId: Nullable(Id),
  /** Of a branch: its members are those of the organization and below. Of another page: only they see it; null: everybody. */
  organizationId: Nullable(Id),
  audiences: Type.Array(AudienceKey, { minItems: 1, maxItems: audiencesMax, uniqueItems: true }),
}

const ManagedPage = Type.Object({
  id: Id,
  kind: OneOf(pageKinds),
  nameCn: Type.String(),
  nameEn: Type.String(),
  parentId: Nullable(Id),
  organizationId: Nullable(Id),
  organizationName: Nullable(Type.String()),
  audiences: Type.Array(Audience),
  state: OneOf(pageStates),
  revision: Type.Integer(),
  /** Of the published version; 0: none. */
  version: Type.Integer(),
  hasChanges: Type.Boolean(),
  /** When the draft is published by itself. */
  publishAt: Nullable(Instant),
  updatedAt: Instant,
  updatedByName: Nullable(Type.String()),
})
export type ManagedPage = Static<typeof ManagedPage>

const PageDraft = Type.Object({ ...ManagedPage.properties, document: PageDocument, problems: Type.Array(PageProblem) })
export type PageDraft = Static<typeof PageDraft>

const PageVersion = Type.Object({
  number: Type.Integer(),
  note: Type.String(),
  publishedAt: Instant,
  publishedByName: Nullable(Type.String()),
  moduleCount: Type.Integer(),
})
export type PageVersion = Static<typeof PageVersion>

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })
const Revised = Type.Object({ revision: Type.Integer() })

export const managingContract = contract({
  listPages: {
    method: 'GET',
    path: '/system/page-manage',
    summary: 'The pages that the caller may change, the last changed first',
    access: managesPages,
    query: PageQuery({
      kind: Type.Optional(OneOf(pageKinds)),
      /** Left out: all but the archived ones. */
      state: Type.Optional(OneOf(pageStates)),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(ManagedPage),
    cacheSeconds: 0,
  },
  getPage: {
    method: 'GET',
    path: '/system/page-manage/{id}',
    summary: 'One page as it is edited, with what keeps it from being published',
    access: managesPages,
    params,
    response: PageDraft,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  createPage: {
    method: 'POST',
    path: '/system/page-manage',
    summary: 'Begin a page, empty or from a template',
    access: managesPages,
    body: Body({ kind: OneOf(pageKinds), ...nameFields, ...placeFields, template: OneOf(templateNames) }),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, PAGES_FULL, PAGE_INVALID],
  },
  copyPage: {
    method: 'POST',
    path: '/system/page-manage/{id}/copy',
    summary: 'Begin a page with the draft of another one',
    access: managesPages,
    params,
    body: Body(nameFields),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, PAGES_FULL],
  },
  changePage: {
    method: 'PUT',
    path: '/system/page-manage/{id}',
    summary: 'Rename a page, or change where it stands and who sees it. It holds at once',
    access: managesPages,
    params,
    body: Body({ ...nameFields, ...placeFields, revision }),
    response: Revised,
    errors: [NOT_FOUND, NO_PERMISSION, PAGE_CHANGED, PAGE_INVALID],
  },
  saveDraft: {
    method: 'PUT',
    path: '/system/page-manage/{id}/draft',
    summary: 'Store the draft of a page; viewers go on seeing the published version',
    access: managesPages,
    params,
    body: Body({ document: PageDocument, revision }),
    response: Type.Object({ revision: Type.Integer(), problems: Type.Array(PageProblem) }),
    errors: [NOT_FOUND, NO_PERMISSION, PAGE_CHANGED, PAGE_INVALID, PAGE_STATE],
  },
  previewDocument: {
    method: 'POST',
    path: '/system/page-manage/{id}/preview',
    summary: 'A document that is not stored yet, in one language, with the data that the caller may see',
    // No permission is named, lest the log of audits keep every look at what is being designed.
    access: 'signed-in',
    params,
    body: Body({ document: PageDocument, language: OneOf(['cn', 'en'] as const) }),
    response: Type.Object({ page: ShownPage, problems: Type.Array(PageProblem) }),
    errors: [NOT_FOUND, NO_PERMISSION],
    noDryRun: 'reading',
  },
  publishPage: {
    method: 'POST',
    path: '/system/page-manage/{id}/publish',
    summary: 'Publish the draft as a new version, now or at a time',
    access: managesPages,
    params,
    body: Body({ revision, note: OptionalText(versionNoteLengthMax), publishAt: Nullable(Instant) }),
    response: Type.Object({ revision: Type.Integer(), version: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, PAGE_CHANGED, PAGE_INVALID, PAGE_STATE, PAGE_TIME_WRONG],
  },
  cancelPublication: {
    method: 'DELETE',
    path: '/system/page-manage/{id}/publish',
    summary: 'Take back the time at which a page was to be published',
    access: managesPages,
    params,
    response: Revised,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  setPageState: {
    method: 'PUT',
    path: '/system/page-manage/{id}/state',
    summary: 'Hide a published page, show it again, archive it, or take it out of the archive',
    access: managesPages,
    params,
    body: Body({ state: OneOf(['published', 'hidden', 'archived'] as const) }),
    response: Revised,
    errors: [NOT_FOUND, NO_PERMISSION, PAGE_STATE, PAGE_HAS_CHILDREN],
  },
  pageVersions: {
    method: 'GET',
    path: '/system/page-manage/{id}/version',
    summary: 'The published versions of a page, the newest first',
    access: managesPages,
    params,
    query: PageQuery({}),
    response: Page(PageVersion),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  pageVersion: {
    method: 'GET',
    path: '/system/page-manage/{id}/version/{number}',
    summary: 'What a published version of a page consisted of',
    access: managesPages,
    params: Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }) }),
    response: Type.Object({ number: Type.Integer(), document: PageDocument }),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  restoreVersion: {
    method: 'POST',
    path: '/system/page-manage/{id}/version/{number}/restore',
    summary: 'Make the draft what a published version was; viewers see it once it is published',
    access: managesPages,
    params: Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }) }),
    body: Body({ revision }),
    response: Revised,
    errors: [NOT_FOUND, NO_PERMISSION, PAGE_CHANGED, PAGE_STATE],
  },
  disabledMembers: {
    method: 'GET',
    path: '/system/page-manage/{id}/disabled-member',
    summary: 'The members of a branch for whom its page is closed',
    access: managesPages,
    params,
    response: Type.Object({ items: Type.Array(Type.Object({ id: Id, fullName: Type.String(), disabledAt: Instant })) }),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  setBranchMember: {
    method: 'PUT',
    path: '/system/page-manage/{id}/member/{memberId}',
    summary: 'Close the page of a branch for one of its members, or open it again',
    access: managesPages,
    params: Type.Object({ id: Id, memberId: Id }),
    body: Body({ isDisabled: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, PAGE_STATE],
    onSelf: { refused: ['params.memberId'] },
  },
  orderPages: {
    method: 'PUT',
    path: '/system/page-manage-order',
    summary: 'The order of pages: their places are given to them in the order of the list',
    access: managesAllPages,
    body: Body({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  pageVisits: {
    method: 'GET',
    path: '/system/page-visits',
    summary: 'How often the pages of the company were opened, and by how many members, in the last days',
    access: managesAllPages,
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })) }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          /** Null: the home page of the product. */
          id: Nullable(Id),
          name: Type.String(),
          visits: Type.Integer(),
          members: Type.Integer(),
        }),
      ),
    }),
    cacheSeconds: 0,
  },
  speechSettings: {
    method: 'GET',
    path: '/system/speech-set-manage',
    summary: 'The organizations that have a setting of their own for reading texts out',
    access: managesPages,
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          organizationId: Id,
          organizationName: Type.String(),
          isOn: Type.Boolean(),
          voice: Type.String(),
          rate: Type.Integer(),
        }),
      ),
    }),
    cacheSeconds: 0,
  },
  saveSpeech: {
    method: 'PUT',
    path: '/system/speech-set-manage/{id}',
    summary: 'Set for an organization and those below it whether and how texts are read out; null: as above it',
    access: managesPages,
    params,
    body: Body({
      speech: Nullable(
        Body({
          isOn: Type.Boolean(),
          voice: OptionalTitle(100),
          rate: Type.Integer({ minimum: 50, maximum: 200 }),
        }),
      ),
    }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
})
