/** Classes as members meet them. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { IsPay, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { Activity, ActivityFile, activityKinds, Phase } from './activities.ts'
import {
  ALREADY_ENROLLED,
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  ENROLLMENT_STATE,
  FORM_INCOMPLETE,
  NO_PARTICIPANT,
  NOT_RELEASED,
  REASON_REQUIRED,
} from './codes.ts'
import { FormAnswers, FormField, shownFields } from './fields.ts'
import { ClassState, classTypes, EnrollmentState, Graduation } from './states.ts'

export const withdrawalLengthMax = 300

/** A class in the catalogue, or in the list of one's own. */
export const ClassListItem = Type.Object({
  id: Id,
  ...shownFields,
  state: ClassState,
  placesTaken: Type.Integer(),
  /** Where the caller is on the way into the class; null: nowhere. */
  own: Nullable(EnrollmentState),
  graduation: Nullable(Graduation),
})
export type ClassListItem = Static<typeof ClassListItem>

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

/** What the caller may know and do about the own enrollment. */
const OwnEnrollment = Type.Object({
  state: Nullable(EnrollmentState),
  /** Why it was refused or ended. */
  reason: Type.String(),
  /** How many wait before the caller. */
  ahead: Type.Integer(),
  offeredUntil: Nullable(Instant),
  answers: FormAnswers,
})

/** Why the caller cannot enroll now; null: nothing is in the way. A full class with a waiting list is no obstacle. */
const enrollmentObstacles = ['not-started', 'ended', 'full', 'not-for-you', 'enrolled', 'closed', 'unpaid'] as const

export const ClassDetails = Type.Object({
  ...ClassListItem.properties,
  description: Type.String(),
  managers: Type.Array(Person),
  teachers: Type.Array(Person),
  /** The window of enrollment, filled in. Null: the class has no start yet. */
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  hasWaitingList: Type.Boolean(),
  isReviewed: Type.Boolean(),
  isExternal: Type.Boolean(),
  form: Type.Array(FormField),
  enrollment: OwnEnrollment,
  obstacle: Nullable(OneOf(enrollmentObstacles)),
  /** The caller has to buy the class before enrolling, or before it opens again. */
  mustBuy: Type.Boolean(),
  /** The caller sees the content. */
  isOpen: Type.Boolean(),
  /** The caller runs the class. */
  isStaff: Type.Boolean(),
})
export type ClassDetails = Static<typeof ClassDetails>

/** How far the caller is with an activity. */
const OwnActivity = Type.Object({
  ...Activity.properties,
  name: Type.String(),
  /** Where it is opened; empty: there is no screen for it, or it is not released. */
  link: Type.String(),
  isReleased: Type.Boolean(),
  isFinished: Type.Boolean(),
  /** Waits for the decision of others: there is nothing to do before it. */
  isHandedIn: Type.Boolean(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
})
export type OwnActivity = Static<typeof OwnActivity>

/** What participants and staff see of a class beside its details. */
export const ClassContent = Type.Object({
  phases: Type.Array(Phase),
  activities: Type.Array(OwnActivity),
  required: Type.Integer(),
  requiredFinished: Type.Integer(),
})
export type ClassContent = Static<typeof ClassContent>

/** An activity that has a screen of the class itself. */
export const ShownActivity = Type.Object({
  className: Type.String(),
  kind: OneOf(activityKinds),
  name: Type.String(),
  text: Type.String(),
  dueAt: Nullable(Instant),
  files: Type.Array(ActivityFile),
  isOpened: Type.Boolean(),
})
export type ShownActivity = Static<typeof ShownActivity>

const params = Type.Object({ id: Id })
const Enrolled = Type.Object({ state: EnrollmentState })
const ids = Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: 100 })])

export const learningCalls = {
  classes: {
    method: 'GET',
    path: '/training/class',
    summary: 'The published classes for the caller, those whose enrollment is open first',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      state: Type.Optional(ClassState),
      classType: Type.Optional(OneOf(classTypes)),
      isPay: Type.Optional(IsPay),
      /** The classes that the caller has enrolled for, is offered or waits for. */
      mine: Type.Optional(Type.Boolean()),
    }),
    response: Page(ClassListItem),
    cacheSeconds: 0,
  },
  classesByIds: {
    method: 'GET',
    path: '/training/student/class-info/front/find-by-ids',
    summary: 'The classes of the ids in their order, without those that the caller may not see (TRAINING-063)',
    access: 'signed-in',
    query: Type.Object({ ids }),
    response: Type.Array(ClassListItem),
    cacheSeconds: 0,
  },
  class: {
    method: 'GET',
    path: '/training/class/{id}',
    summary: 'One class for the caller; a revoked one is refused (TRAINING-088)',
    access: 'signed-in',
    params,
    response: ClassDetails,
    errors: [CLASS_MISSING, CLASS_CANCELLED, CLASS_NOT_FOR_YOU],
    cacheSeconds: 0,
  },
  classContent: {
    method: 'GET',
    path: '/training/class/{id}/content',
    summary:
      'The activities of a class, and how far the caller is; for participants and staff (TRAINING-023, TRAINING-024)',
    access: 'signed-in',
    params,
    response: ClassContent,
    errors: [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT],
    cacheSeconds: 0,
  },
  enroll: {
    method: 'POST',
    path: '/training/class/{id}/enroll',
    summary: 'Enroll for a class: at once, for review, or for the waiting list',
    access: 'signed-in',
    params,
    body: Body({ answers: FormAnswers }),
    response: Enrolled,
    errors: [
      ...[CLASS_MISSING, CLASS_CANCELLED, CLASS_CLOSED, CLASS_NOT_FOR_YOU, ENROLLMENT_NOT_STARTED, ENROLLMENT_ENDED],
      ...[CLASS_FULL, ALREADY_ENROLLED, FORM_INCOMPLETE, NOT_BOUGHT],
    ],
  },
  acceptPlace: {
    method: 'POST',
    path: '/training/class/{id}/accept-place',
    summary: 'Accept the place that the waiting list offers',
    access: 'signed-in',
    params,
    response: Enrolled,
    errors: [CLASS_MISSING, CLASS_CANCELLED, CLASS_CLOSED, NOT_BOUGHT, ENROLLMENT_STATE],
  },
  withdrawFromClass: {
    method: 'POST',
    path: '/training/class/{id}/withdraw',
    summary: 'Give up the own place, or the place in line. Who holds a place says why; it goes to the first who waits',
    access: 'signed-in',
    params,
    body: Body({ reason: OptionalText(withdrawalLengthMax) }),
    response: Enrolled,
    errors: [CLASS_MISSING, CLASS_CANCELLED, CLASS_CLOSED, ENROLLMENT_STATE, REASON_REQUIRED],
  },
  shownActivity: {
    method: 'GET',
    path: '/training/class/{id}/activities/{activityId}',
    summary: 'A material or a discussion of a class, with addresses of its files',
    access: 'signed-in',
    params: Type.Object({ id: Id, activityId: Id }),
    response: ShownActivity,
    errors: [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT, NOT_FOUND, NOT_RELEASED],
    cacheSeconds: 0,
  },
  openActivity: {
    method: 'POST',
    path: '/training/class/{id}/activities/{activityId}/open',
    summary: 'The caller opens a link, a notice or a material of a class, which finishes it. The first time counts',
    access: 'signed-in',
    params: Type.Object({ id: Id, activityId: Id }),
    response: Type.Object({ openedAt: Instant }),
    errors: [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT, NOT_FOUND, NOT_RELEASED],
  },
  classmates: {
    method: 'GET',
    path: '/training/class/{id}/classmates',
    summary: 'The participants of a class by name, for participants and staff',
    access: 'signed-in',
    params,
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(Type.Object({ ...Person.properties, organizationName: Type.String() })),
    errors: [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT],
    cacheSeconds: 0,
  },
} as const
