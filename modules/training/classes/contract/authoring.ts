/** The calls of those who run classes: the class itself. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, AuthoredQuery, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'
import { ROOM_DISABLED, ROOM_TAKEN } from '#modules/training/classrooms/contract.ts'
import { NOT_A_LECTURER } from '#modules/training/lecturers/contract.ts'
import { runsClasses } from './access.ts'
import {
  ACTIVITIES_UNFINISHED,
  CAPACITY_TOO_SMALL,
  CLASS_CHANGED,
  CLASS_CLOSED,
  CLASS_MISSING,
  CLASS_NOT_READY,
  CLASS_STATUS,
  HAS_PARTICIPANTS,
  REASON_REQUIRED,
} from './codes.ts'
import { ClassInput, classFields, classNameLengthMax } from './fields.ts'
import { ClassDetails } from './learning.ts'
import { ClassState, classActions, classTypes } from './states.ts'

export const reasonLengthMax = 300

const facts = {
  state: ClassState,
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  capacity: Type.Integer(),
  /** How many hold a place. */
  placesTaken: Type.Integer(),
  /** What the caller may do now. */
  possible: Type.Array(OneOf(classActions)),
  /** Kept to make classes from. */
  isTemplate: Type.Boolean(),
  /** Of which series it is, and which of its classes. */
  series: Nullable(Type.Object({ id: Id, name: Type.String(), number: Type.Integer() })),
}

/** A class in the list of those who run it. */
const ManagedClass = Type.Object({ ...AuthoredContent.properties, ...facts })
export type ManagedClass = Static<typeof ManagedClass>

/** A class as its editor shows it. */
export const EditedClass = Type.Object({
  ...AuthoredContent.properties,
  ...facts,
  ...classFields,
  /** Those that the class names. */
  members: Type.Array(Type.Object({ id: Id, fullName: Type.String() })),
  revocation: Type.String(),
  closedAt: Nullable(Instant),
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
})
export type EditedClass = Static<typeof EditedClass>

const params = Type.Object({ id: Id })
const manage = lifecycleCalls({
  noun: 'class',
  path: '/training/class-manage',
  access: runsClasses,
  changed: CLASS_CHANGED,
  notPossible: CLASS_STATUS,
  notReady: [CLASS_NOT_READY, CLASS_CLOSED, ROOM_TAKEN, ROOM_DISABLED, NOT_A_LECTURER],
  missing: CLASS_MISSING,
})

/** Whoever writes a class may run and teach it. */
const onSelf = {
  allowed: 'Whoever makes a class may run and teach it; that opens nothing that the author could not do.',
} as const
const refusals = [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_STATUS] as const
const Reason = OptionalText(reasonLengthMax)

export const authoringCalls = {
  managedClasses: {
    method: 'GET',
    path: '/training/class-manage',
    summary: 'The classes that the caller runs or manages, the last changed first',
    access: runsClasses,
    query: Type.Object({
      ...AuthoredQuery.properties,
      state: Type.Optional(ClassState),
      classType: Type.Optional(OneOf(classTypes)),
      seriesId: Type.Optional(Id),
      /** Templates in place of classes. */
      isTemplate: Type.Optional(Type.Boolean()),
    }),
    response: AuthoredPage(ManagedClass),
    cacheSeconds: 0,
  },
  createClass: {
    method: 'POST',
    path: '/training/class-manage',
    summary: 'Write a draft of a class',
    access: runsClasses,
    body: ClassInput,
    response: Changed,
    errors: [NOT_FOUND],
    onSelf,
  },
  copyClass: {
    method: 'POST',
    path: '/training/class-manage/{id}/copy',
    summary: 'A draft with the settings and activities of another class, without its people; times move with the start',
    access: runsClasses,
    params,
    body: Body({ name: Title(classNameLengthMax), startsAt: Nullable(Instant) }),
    response: Changed,
    errors: [CLASS_MISSING, NO_PERMISSION],
  },
  editedClass: {
    method: 'GET',
    path: '/training/class-manage/{id}',
    summary: 'The class as its editor shows it',
    access: runsClasses,
    params,
    response: EditedClass,
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeClass: {
    method: 'PUT',
    path: '/training/class-manage/{id}',
    summary:
      'Change a class. A change of its times or venue is announced to its participants; more places go to who waits',
    access: runsClasses,
    params,
    body: Body({ ...classFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [...refusals, NOT_FOUND, CLASS_CHANGED, CLASS_NOT_READY, CAPACITY_TOO_SMALL],
    onSelf,
  },
  publishClass: manage.publish,
  withdrawClass: { ...manage.withdraw, errors: [...manage.withdraw.errors, CLASS_CLOSED] },
  revokeClass: {
    method: 'POST',
    path: '/training/class-manage/{id}/revoke',
    summary: 'Revoke a published class. Its participants hear why',
    access: runsClasses,
    params,
    body: Body({ reason: Reason }),
    response: Changed,
    errors: [...refusals, REASON_REQUIRED],
  },
  closeClass: {
    method: 'POST',
    path: '/training/class-manage/{id}/close',
    summary: 'Close a class for good. Where required activities are unfinished, that has to be confirmed',
    access: runsClasses,
    params,
    body: Body({ isConfirmed: Type.Boolean() }),
    response: Changed,
    errors: [...refusals, ACTIVITIES_UNFINISHED],
  },
  deleteClass: { ...manage.remove, errors: [...manage.remove.errors, CLASS_CLOSED, HAS_PARTICIPANTS] },
  previewClass: {
    method: 'GET',
    path: '/training/class-manage/{id}/preview',
    summary: 'The class as members would meet it, for those who run it and for approvers',
    access: 'signed-in',
    params,
    response: ClassDetails,
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
} as const
