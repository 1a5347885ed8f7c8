/** Registering for an exam, and deciding who is registered. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { authorsExams } from './access.ts'
import { NO_EXAMINEE, REGISTRATION_CLOSED, REGISTRATION_STATE } from './codes.ts'

export const placesMax = 100_000
export const refusalLengthMax = 300
const decisionsMax = 200

/** `waiting`: there is no place yet. `pending`: somebody has to agree first. */
export const registrationStates = ['waiting', 'pending', 'registered', 'refused', 'withdrawn'] as const
export const RegistrationState = OneOf(registrationStates)
export type RegistrationState = Static<typeof RegistrationState>

/** A rule of an exam. */
export const RegistrationRule = Type.Object(
  {
    /** Null: from the publication on. */
    startAt: Nullable(Instant),
    /** Null: until the end of the exam. */
    endAt: Nullable(Instant),
    /** Null: as many as like. */
    places: Nullable(Type.Integer({ minimum: 1, maximum: placesMax })),
    isReviewed: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type RegistrationRule = Static<typeof RegistrationRule>

/** What the caller reads before registering, and how far the own registration is. */
export const OwnRegistration = Type.Object({
  ...RegistrationRule.properties,
  /** Null: not registered so far. */
  state: Nullable(RegistrationState),
  /** Why it was refused. */
  reason: Type.String(),
  /** The window is open now. */
  isOpen: Type.Boolean(),
  placesLeft: Nullable(Type.Integer()),
  /** Of a waiting caller: how many come first. */
  ahead: Type.Integer(),
})
export type OwnRegistration = Static<typeof OwnRegistration>

const RegistrationRow = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  state: RegistrationState,
  /** Approvers decide, not the editors of the exam. */
  isInApproval: Type.Boolean(),
  registeredAt: Instant,
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(Type.String()),
  reason: Type.String(),
})
export type RegistrationRow = Static<typeof RegistrationRow>

/** Of the published rules, and how many members stand where. */
export const RegistrationFigures = Type.Object({
  rule: Nullable(RegistrationRule),
  waiting: Type.Integer(),
  pending: Type.Integer(),
  registered: Type.Integer(),
  refused: Type.Integer(),
  withdrawn: Type.Integer(),
})
export type RegistrationFigures = Static<typeof RegistrationFigures>

const params = Type.Object({ id: Id })
const Registered = Type.Object({ state: RegistrationState })

export const registrationCalls = {
  register: {
    method: 'POST',
    path: '/exam/{id}/register',
    summary: 'Register for an exam: at once, for review, or for the waiting list. A repeat answers the same',
    access: 'signed-in',
    params,
    response: Registered,
    errors: [NOT_FOUND, NO_EXAMINEE, REGISTRATION_CLOSED, NOT_BOUGHT],
  },
  withdrawRegistration: {
    method: 'POST',
    path: '/exam/{id}/withdraw-registration',
    summary: 'Withdraw the own registration before the first attempt; the first of the waiting list gets the place',
    access: 'signed-in',
    params,
    response: Registered,
    errors: [NOT_FOUND, NO_EXAMINEE, REGISTRATION_STATE],
  },
  registrations: {
    method: 'GET',
    path: '/exam-manage/{id}/registrations',
    summary: 'The registrations for an exam in the order in which they came',
    access: authorsExams,
    params,
    query: PageQuery({ state: Type.Optional(RegistrationState), search: Type.Optional(OptionalText(100)) }),
    response: Page(RegistrationRow),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  registrationFigures: {
    method: 'GET',
    path: '/exam-manage/{id}/registration-figures',
    summary: 'How many registrations an exam has, by their state',
    access: authorsExams,
    params,
    response: RegistrationFigures,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  decideRegistrations: {
    method: 'POST',
    path: '/exam-manage/{id}/registrations',
    summary: 'Accept or refuse registrations. Those that are not to be decided here any more are left as they are',
    access: authorsExams,
    params,
    body: Body({
      memberIds: Type.Array(Id, { minItems: 1, maxItems: decisionsMax, uniqueItems: true }),
      decision: OneOf(['accept', 'refuse']),
      reason: OptionalText(refusalLengthMax),
    }),
    response: Type.Object({ decided: Type.Integer(), left: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION],
    onSelf: { refused: ['body.memberIds'] },
  },
} as const
