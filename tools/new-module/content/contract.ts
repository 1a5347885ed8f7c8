/** Specimens: their calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, AuthoredQuery, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { contract } from '#kit/contract.ts'
import { errorCode, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { authorsSpecimens } from './contract/access.ts'

/** Somebody else has changed the specimen since `revision` was read. `data.revision`: the newest */
export const SPECIMEN_CHANGED = errorCode(999901)
/** The state of the specimen does not allow the action. `data`: action, status */
export const SPECIMEN_STATUS = errorCode(999902)
/** A specimen without content is not published. */
export const SPECIMEN_EMPTY = errorCode(999903)

/** Map `business-type`: for study, comments and collections. */
export const businessType = 99
/** Among what approval can be set for. */
export const approvalBusinessType = 98

export const specimenNameLengthMax = 100
export const specimenSummaryLengthMax = 300
export const specimenBodyLengthMax = 20_000

/** What authors write and learners read: a new field stands here and in server/specimen-fields.ts. */
const shared = {
  name: Title(specimenNameLengthMax),
  summary: OptionalText(specimenSummaryLengthMax),
}

const fields = {
  ...shared,
  /** Learners see a change of it when it is published; the other fields change at once. */
  body: OptionalText(specimenBodyLengthMax),
  /** These organizations and those below them; empty: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
}

const SpecimenInput = Body(fields)
export type SpecimenInput = Static<typeof SpecimenInput>

/** What a specimen holds until its author writes it. */
export const newSpecimen: SpecimenInput = { name: '', summary: '', body: '', organizationIds: [] }

/** A specimen as its editor shows it. */
export const EditedSpecimen = Type.Object({
  ...AuthoredContent.properties,
  ...fields,
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
})
export type EditedSpecimen = Static<typeof EditedSpecimen>

/** A specimen in the catalogue. */
export const SpecimenListItem = Type.Object({
  id: Id,
  ...shared,
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  /** When the caller has opened and finished it. */
  openedAt: Nullable(Instant),
  finishedAt: Nullable(Instant),
})
export type SpecimenListItem = Static<typeof SpecimenListItem>

export const SpecimenDetails = Type.Object({ ...SpecimenListItem.properties, body: Type.String() })
export type SpecimenDetails = Static<typeof SpecimenDetails>

const params = Type.Object({ id: Id })
const manage = lifecycleCalls({
  noun: 'specimen',
  path: '/specimen-manage',
  access: authorsSpecimens,
  changed: SPECIMEN_CHANGED,
  notPossible: SPECIMEN_STATUS,
  notReady: [SPECIMEN_EMPTY],
})

export const specimens = contract({
  authoredSpecimens: {
    method: 'GET',
    path: '/specimen-manage',
    summary: 'The specimens that the caller wrote or manages, the last changed first',
    access: authorsSpecimens,
    query: AuthoredQuery,
    response: AuthoredPage(AuthoredContent),
    cacheSeconds: 0,
  },
  createSpecimen: {
    method: 'POST',
    path: '/specimen-manage',
    summary: 'Write a draft of a specimen',
    access: authorsSpecimens,
    body: SpecimenInput,
    response: Changed,
    errors: [NOT_FOUND],
  },
  editedSpecimen: {
    method: 'GET',
    path: '/specimen-manage/{id}',
    summary: 'The specimen as its editor shows it',
    access: authorsSpecimens,
    params,
    response: EditedSpecimen,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeSpecimen: {
    method: 'PUT',
    path: '/specimen-manage/{id}',
    summary: 'Change a specimen',
    access: authorsSpecimens,
    params,
    body: Body({ ...fields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [NOT_FOUND, NO_PERMISSION, SPECIMEN_CHANGED, SPECIMEN_STATUS],
  },
  publishSpecimen: manage.publish,
  withdrawSpecimen: manage.withdraw,
  takeSpecimenDown: manage.takeDown,
  discardSpecimenChanges: manage.discard,
  deleteSpecimen: manage.remove,
  previewSpecimen: {
    method: 'GET',
    path: '/specimen-manage/{id}/preview',
    summary: 'The draft as learners would see it, for authors and approvers',
    access: 'signed-in',
    params,
    response: SpecimenDetails,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  specimens: {
    method: 'GET',
    path: '/specimen',
    summary: 'The published specimens for the caller, the newest first',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(SpecimenListItem),
    cacheSeconds: 0,
  },
  specimen: {
    method: 'GET',
    path: '/specimen/{id}',
    summary: 'One specimen for the caller',
    access: 'signed-in',
    params,
    response: SpecimenDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  openSpecimen: {
    method: 'POST',
    path: '/specimen/{id}/open',
    summary: 'The caller starts a specimen. The first time counts; a repeat changes nothing',
    access: 'signed-in',
    params,
    response: Type.Object({ openedAt: Instant }),
    errors: [NOT_FOUND],
  },
  finishSpecimen: {
    method: 'POST',
    path: '/specimen/{id}/finish',
    summary: 'The caller finishes a specimen. The first time counts; a repeat changes nothing',
    access: 'signed-in',
    params,
    response: Type.Object({ finishedAt: Instant }),
    errors: [NOT_FOUND],
  },
})
