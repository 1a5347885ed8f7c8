/** What belongs to a person for every exam: more time, more attempts, a later window. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesAccommodations } from './access.ts'
import { ACCOMMODATION_CHANGED } from './codes.ts'

export const timePercentMax = 400
export const extraAttemptsMax = 10
/** Thirty days. */
export const laterMinutesMax = 43_200
export const accommodationReasonLengthMax = 500

/** What it gives. */
const given = {
  /** 100: the time of the exam; 150: half as much again. */
  timePercent: Type.Integer({ minimum: 100, maximum: timePercentMax }),
  extraAttempts: Type.Integer({ minimum: 0, maximum: extraAttemptsMax }),
  /** The window of each exam closes so much later. */
  laterMinutes: Type.Integer({ minimum: 0, maximum: laterMinutesMax }),
}
export const GivenAccommodation = Type.Object(given)
export type GivenAccommodation = Static<typeof GivenAccommodation>

const fields = {
  ...given,
  /** Read by those alone who manage accommodations. */
  reason: Text(accommodationReasonLengthMax),
  validFrom: Nullable(Instant),
  validUntil: Nullable(Instant),
}

const Accommodation = Type.Object({
  id: Id,
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  /** Null: for every exam. */
  exam: Nullable(Type.Object({ id: Id, name: Type.String() })),
  ...fields,
  createdAt: Instant,
  createdBy: Type.String(),
  revision: Type.Integer(),
})
export type Accommodation = Static<typeof Accommodation>

const params = Type.Object({ id: Id })
const access = managesAccommodations

export const accommodationCalls = {
  accommodations: {
    method: 'GET',
    path: '/exam-accommodation',
    summary: 'The accommodations of members in the organizations of the caller, the newest first',
    access,
    query: PageQuery({ memberId: Type.Optional(Id), search: Type.Optional(OptionalText(100)) }),
    response: Page(Accommodation),
    cacheSeconds: 0,
  },
  createAccommodation: {
    method: 'POST',
    path: '/exam-accommodation',
    summary: 'Give a member an accommodation: for every exam, or for one, where it replaces the others',
    access,
    body: Body({ memberId: Id, examId: Nullable(Id), ...fields }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NO_PERMISSION],
    onSelf: { refused: ['body.memberId'] },
  },
  changeAccommodation: {
    method: 'PUT',
    path: '/exam-accommodation/{id}',
    summary: 'Change an accommodation. Attempts in progress keep what they started with',
    access,
    params,
    body: Body({ ...fields, revision: Type.Integer({ minimum: 0 }) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ACCOMMODATION_CHANGED],
    onSelf: { refusedByRow: 'the accommodation belongs to the member' },
  },
  deleteAccommodation: {
    method: 'DELETE',
    path: '/exam-accommodation/{id}',
    summary: 'Take an accommodation away. Attempts in progress keep what they started with',
    access,
    params,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
    onSelf: { refusedByRow: 'the accommodation belongs to the member' },
  },
} as const
