/** The directory of lecturers as every member reads it. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Nullable, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { LecturerKind, LecturerLevel } from './fields.ts'

export const ListedLecturer = Type.Object({
  id: Id,
  fullName: Type.String(),
  /** A path as screens draw it; empty: none. */
  picturePath: Type.String(),
  kind: LecturerKind,
  level: LecturerLevel,
  /** The department of a member, the employer of an external lecturer. */
  affiliation: Type.String(),
  jobTitle: Type.String(),
  subjects: Type.Array(Type.String()),
})
export type ListedLecturer = Static<typeof ListedLecturer>

/** What was taught until now, and how many entries are still to come. */
export const TeachingTotals = Type.Object({
  sessionsTaught: Type.Integer(),
  minutesTaught: Type.Integer(),
  upcoming: Type.Integer(),
})
export type TeachingTotals = Static<typeof TeachingTotals>

export const LecturerProfile = Type.Object({
  ...ListedLecturer.properties,
  memberId: Nullable(Id),
  introduction: Type.String(),
  totals: TeachingTotals,
})
export type LecturerProfile = Static<typeof LecturerProfile>

export const lecturerFilters = {
  /** Words of the name, employer, job title or subjects. */
  search: Type.Optional(OptionalText(100)),
  level: Type.Optional(LecturerLevel),
}

export const directoryCalls = {
  lecturers: {
    method: 'GET',
    path: '/training/lecturers',
    summary: 'The enabled lecturers of the company, the highest level first',
    access: 'signed-in',
    query: PageQuery({ ...lecturerFilters, kind: Type.Optional(LecturerKind) }),
    response: Page(ListedLecturer),
    cacheSeconds: 0,
  },
  lecturerOfMember: {
    method: 'GET',
    path: '/training/lecturer-of-member',
    summary: 'A member as the directory lists it; null for whoever is no enabled lecturer of it',
    access: 'signed-in',
    query: Type.Object({ memberId: Id }),
    response: Type.Object({ lecturer: Nullable(ListedLecturer) }),
    cacheSeconds: 60,
  },
  lecturer: {
    method: 'GET',
    path: '/training/lecturers/{id}',
    summary: 'The profile of an enabled lecturer',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: LecturerProfile,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
} as const
