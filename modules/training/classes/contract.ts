/** Classes: their calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, AuthoredQuery, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { contract } from '#kit/contract.ts'
import { errorCode, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { authorsClasses } from './contract/access.ts'

/** Somebody else has changed the class since `revision` was read. `data.revision`: the newest */
export const CLASS_CHANGED = errorCode(389001)
/** The state of the class does not allow the action. `data`: action, status */
export const CLASS_STATUS = errorCode(389002)
/** A class without content is not published. */
export const CLASS_EMPTY = errorCode(389003)

/** Map `business-type`: for study, comments and collections. */
export const businessType = 6
/** Among what approval can be set for. */
export const approvalBusinessType = 34

export const classNameLengthMax = 100
export const classSummaryLengthMax = 300
export const classBodyLengthMax = 20_000

/** What authors write and learners read: a new field stands here and in server/class-fields.ts. */
const shared = {
  name: Title(classNameLengthMax),
  summary: OptionalText(classSummaryLengthMax),
}

const fields = {
  ...shared,
  /** Learners see a change of it when it is published; the other fields change at once. */
  body: OptionalText(classBodyLengthMax),
  /** These organizations and those below them; empty: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
}

const ClassInput = Body(fields)
export type ClassInput = Static<typeof ClassInput>

/** What a class holds until its author writes it. */
export const newClass: ClassInput = { name: '', summary: '', body: '', organizationIds: [] }

/** A class as its editor shows it. */
export const EditedClass = Type.Object({
  ...AuthoredContent.properties,
  ...fields,
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
})
export type EditedClass = Static<typeof EditedClass>

/** A class in the catalogue. */
export const ClassListItem = Type.Object({
  id: Id,
  ...shared,
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  /** When the caller has opened and finished it. */
  openedAt: Nullable(Instant),
  finishedAt: Nullable(Instant),
})
export type ClassListItem = Static<typeof ClassListItem>

export const ClassDetails = Type.Object({ ...ClassListItem.properties, body: Type.String() })
export type ClassDetails = Static<typeof ClassDetails>

const params = Type.Object({ id: Id })
const manage = lifecycleCalls({
  noun: 'class',
  path: '/class-manage',
  access: authorsClasses,
  changed: CLASS_CHANGED,
  notPossible: CLASS_STATUS,
  notReady: [CLASS_EMPTY],
})

export const classes = contract({
  authoredClasses: {
    method: 'GET',
    path: '/class-manage',
    summary: 'The classes that the caller wrote or manages, the last changed first',
    access: authorsClasses,
    query: AuthoredQuery,
    response: AuthoredPage(AuthoredContent),
    cacheSeconds: 0,
  },
  createClass: {
    method: 'POST',
    path: '/class-manage',
    summary: 'Write a draft of a class',
    access: authorsClasses,
    body: ClassInput,
    response: Changed,
    errors: [NOT_FOUND],
  },
  editedClass: {
    method: 'GET',
    path: '/class-manage/{id}',
    summary: 'The class as its editor shows it',
    access: authorsClasses,
    params,
    response: EditedClass,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeClass: {
    method: 'PUT',
    path: '/class-manage/{id}',
    summary: 'Change a class',
    access: authorsClasses,
    params,
    body: Body({ ...fields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [NOT_FOUND, NO_PERMISSION, CLASS_CHANGED, CLASS_STATUS],
  },
  publishClass: manage.publish,
  withdrawClass: manage.withdraw,
  takeClassDown: manage.takeDown,
  discardClassChanges: manage.discard,
  deleteClass: manage.remove,
  previewClass: {
    method: 'GET',
    path: '/class-manage/{id}/preview',
    summary: 'The draft as learners would see it, for authors and approvers',
    access: 'signed-in',
    params,
    response: ClassDetails,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  classes: {
    method: 'GET',
    path: '/class',
    summary: 'The published classes for the caller, the newest first',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(ClassListItem),
    cacheSeconds: 0,
  },
  class: {
    method: 'GET',
    path: '/class/{id}',
    summary: 'One class for the caller',
    access: 'signed-in',
    params,
    response: ClassDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  openClass: {
    method: 'POST',
    path: '/class/{id}/open',
    summary: 'The caller starts a class. The first time counts; a repeat changes nothing',
    access: 'signed-in',
    params,
    response: Type.Object({ openedAt: Instant }),
    errors: [NOT_FOUND],
  },
  finishClass: {
    method: 'POST',
    path: '/class/{id}/finish',
    summary: 'The caller finishes a class. The first time counts; a repeat changes nothing',
    access: 'signed-in',
    params,
    response: Type.Object({ finishedAt: Instant }),
    errors: [NOT_FOUND],
  },
})
