/** The picture that an examinee takes at the start, where the exam asks for one. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Why there is none: nobody is kept from an exam by a missing camera, or for not agreeing. Staff see it. */
const declineReasons = ['no-camera', 'no-consent'] as const
export const photoVerdicts = ['match', 'mismatch'] as const

/** With the start: the own file, which was uploaded before, or why there is none. */
export const GivenPhoto = Type.Union([
  Type.Object({ fileId: Id }, { additionalProperties: false }),
  Type.Object({ declined: OneOf(declineReasons) }, { additionalProperties: false }),
])
export type GivenPhoto = Static<typeof GivenPhoto>

/** How it stands with the picture of an attempt. `deleted`: its time is over. */
const photoStates = ['unchecked', 'declined', 'match', 'mismatch', 'deleted'] as const
export const PhotoState = OneOf(photoStates)
export type PhotoState = Static<typeof PhotoState>

export const AttemptPhoto = Type.Object({
  state: PhotoState,
  declined: Nullable(OneOf(declineReasons)),
  /** For a few minutes; null where there is no picture. */
  url: Nullable(Type.String()),
  takenAt: Instant,
  keptUntil: Instant,
  checkedBy: Nullable(Type.String()),
})
export type AttemptPhoto = Static<typeof AttemptPhoto>

const params = Type.Object({ id: Id })
const errors = [NOT_FOUND, NO_PERMISSION]

export const photoCalls = {
  attemptPhoto: {
    method: 'GET',
    path: '/exam-invigilation/attempts/{id}/photo',
    summary: 'The picture that was taken at the start of an attempt',
    access: 'signed-in',
    params,
    response: AttemptPhoto,
    errors,
    cacheSeconds: 0,
  },
  checkPhoto: {
    method: 'POST',
    path: '/exam-invigilation/attempts/{id}/photo',
    summary: 'Whether the picture shows the examinee. It is a note for the staff, and changes no result',
    access: 'signed-in',
    params,
    body: Body({ verdict: OneOf(photoVerdicts) }),
    response: Done,
    errors,
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
} as const
