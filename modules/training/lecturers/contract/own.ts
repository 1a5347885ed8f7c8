/** The calls of lecturers about themselves. Whoever is none, or is disabled, gets 60201 (TRAINING-042). */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable } from '#kit/schema.ts'
import { Availability, availabilityFields } from './availability.ts'
import { LECTURER_CHANGED, NOT_A_LECTURER } from './codes.ts'
import { TeachingTotals } from './directory.ts'
import { LecturerLevel, profileFields } from './fields.ts'
import { Revised, Revision, TeachingLog, TeachingQuery } from './managing.ts'

export const OwnLecturer = Type.Object({
  /** Null: a lecturer by role, who is not in the directory yet. */
  id: Nullable(Id),
  fullName: Type.String(),
  picturePath: Type.String(),
  level: Nullable(LecturerLevel),
  ...profileFields,
  availability: Availability,
  totals: TeachingTotals,
  revision: Type.Integer(),
})
export type OwnLecturer = Static<typeof OwnLecturer>

export const ownCalls = {
  ownTeaching: {
    method: 'GET',
    path: '/training/lecturer-own/standing',
    summary: 'Whether the caller is an enabled lecturer, and what comes next',
    access: 'signed-in',
    response: Type.Object({
      isLecturer: Type.Boolean(),
      upcoming: Type.Integer(),
      next: Nullable(Type.Object({ title: Type.String(), link: Type.String(), startsAt: Instant })),
    }),
    cacheSeconds: 0,
  },
  ownLecturer: {
    method: 'GET',
    path: '/training/lecturer-own',
    summary: 'What the directory keeps of the caller, without fee and remark',
    access: 'signed-in',
    response: OwnLecturer,
    errors: [NOT_A_LECTURER],
    cacheSeconds: 0,
  },
  changeOwnProfile: {
    method: 'PUT',
    path: '/training/lecturer-own',
    summary: 'Write what members read of the caller. A lecturer by role enters the directory with it',
    access: 'signed-in',
    body: Body({ ...profileFields, revision: Revision }),
    response: Revised,
    errors: [NOT_A_LECTURER, LECTURER_CHANGED, NOT_FOUND],
  },
  changeOwnAvailability: {
    method: 'PUT',
    path: '/training/lecturer-own/availability',
    summary: 'Write the weekly hours and days off of the caller',
    access: 'signed-in',
    body: Body({ ...availabilityFields, revision: Revision }),
    response: Revised,
    errors: [NOT_A_LECTURER, LECTURER_CHANGED],
  },
  ownTeachingLog: {
    method: 'GET',
    path: '/training/lecturer-own/log',
    summary: 'What the caller teaches and has taught, the latest first',
    access: 'signed-in',
    query: TeachingQuery,
    response: TeachingLog,
    errors: [NOT_A_LECTURER],
    cacheSeconds: 0,
  },
} as const
