/** The page of a class for people outside of the company, who register on the way. */
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { registrationErrors, registrationFields, TokenAnswer } from '#modules/platform/identity/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  FORM_INCOMPLETE,
} from './codes.ts'
import { FormAnswers, FormField, shownFields } from './fields.ts'
import { ClassState, EnrollmentState } from './states.ts'

/** Why nobody can register for the class now. */
const registrationObstacles = ['not-started', 'ended', 'full', 'registration-closed', 'for-sale'] as const

const { name, summary, startsAt, endsAt, venue, capacity } = shownFields

/** What everyone who has the address of an open class may know of it: nothing of its people. */
export const PublicClass = Type.Object({
  ...{ name, summary, startsAt, endsAt, venue, capacity },
  companyId: Id,
  companyName: Type.String(),
  state: ClassState,
  placesTaken: Type.Integer(),
  /** The window of enrollment, filled in. Null: the class has no start yet. */
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  hasWaitingList: Type.Boolean(),
  isReviewed: Type.Boolean(),
  form: Type.Array(FormField),
  obstacle: Nullable(OneOf(registrationObstacles)),
  /** By which addresses a code can be sent. */
  byPhone: Type.Boolean(),
  byEmail: Type.Boolean(),
})
export type PublicClass = Static<typeof PublicClass>

const params = Type.Object({ id: Id })
const missing = [CLASS_MISSING, CLASS_CANCELLED, CLASS_CLOSED] as const

export const signupCalls = {
  publicClass: {
    method: 'GET',
    path: '/training/class-signup/{id}',
    summary:
      'A published class that is open to people outside of the company, for whoever has its address (TRAINING-002)',
    access: 'public',
    params,
    response: PublicClass,
    errors: missing,
    cacheSeconds: 0,
    rate: { max: 600, windowSeconds: 60 },
  },
  registerForClass: {
    method: 'POST',
    path: '/training/class-signup/{id}/registration',
    summary:
      'Register as a member by a phone or an e-mail address with its code, and enroll for the class; signs in at once',
    access: 'public',
    noDryRun: 'keeps-writes',
    params,
    body: Body({ ...registrationFields, answers: FormAnswers }),
    response: Type.Object({ ...TokenAnswer.properties, state: EnrollmentState }),
    errors: [
      ...[...missing, ENROLLMENT_NOT_STARTED, ENROLLMENT_ENDED, CLASS_FULL, FORM_INCOMPLETE, NOT_BOUGHT],
      ...registrationErrors,
    ],
    rate: { max: 60, windowSeconds: 600 },
  },
} as const
