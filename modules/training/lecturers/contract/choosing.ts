/** Lecturers for those who plan training: who is there, and who is free. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Page, PageQuery } from '#kit/schema.ts'
import { choosesLecturers } from './access.ts'
import { Conflict } from './availability.ts'
import { ListedLecturer, lecturerFilters } from './directory.ts'

export const LecturerChoice = Type.Object({
  ...ListedLecturer.properties,
  /** What stands against the time that was asked about; empty where none was. */
  conflicts: Type.Array(Conflict),
})
export type LecturerChoice = Static<typeof LecturerChoice>

const ids = Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: 100 })])

export const choosingCalls = {
  lecturerChoices: {
    method: 'GET',
    path: '/training/lecturer-choices',
    summary: 'Enabled lecturers to choose from, each with what stands against the time',
    access: choosesLecturers,
    query: PageQuery({
      ...lecturerFilters,
      /** These alone, disabled ones included: those that were chosen before. */
      ids: Type.Optional(ids),
      /** Both, or neither. */
      from: Type.Optional(Instant),
      until: Type.Optional(Instant),
      /** The own booking of what is planned stands against nothing. */
      exceptRefId: Type.Optional(Id),
    }),
    response: Page(LecturerChoice),
    cacheSeconds: 0,
  },
} as const
