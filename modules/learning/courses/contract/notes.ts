/** Notes of learners: their own, and those that they have made public. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { authorsCourses } from './access.ts'
import { COURSE_TAKEN_DOWN, NOT_REGISTERED, TOO_MANY } from './errors.ts'
import { Flag, Person, Unit } from './wire.ts'

export const noteLengthMax = 2000
/** Of a member in a course. */
export const notesMax = 1000

export const Note = Type.Object({
  noteId: Id,
  courseId: Id,
  courseName: Type.String(),
  sectionId: Nullable(Id),
  /** Null where the note is about the whole course, or its section is gone. */
  sectionTitle: Nullable(Type.String()),
  content: Type.String(),
  /** Where in the section, in its unit: milliseconds, or the page (1 is the first). */
  timePoint: Nullable(Type.Integer()),
  unit: Nullable(Unit),
  isPublic: Flag,
  createTime: Instant,
  updateTime: Instant,
  /** The caller's own: it may be changed and deleted. */
  isMine: Type.Boolean(),
  member: Person,
})
export type Note = Static<typeof Note>

const TimePoint = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const ofNote = Type.Object({ noteId: Id })
const reading = [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_BOUGHT] as const

export const noteCalls = contract({
  courseNotes: {
    method: 'GET',
    path: '/course-study/course-front/course-notes',
    summary: "The caller's notes: of a course, of a section, or all; the newest first, or by their place (COURSE-111)",
    access: 'signed-in',
    query: PageQuery({
      courseId: Type.Optional(Id),
      sectionId: Type.Optional(Id),
      search: Type.Optional(Type.String({ maxLength: 100 })),
      sort: Type.Optional({ ...OneOf(['newest', 'place']), default: 'newest' }),
    }),
    response: Page(Note),
    cacheSeconds: 0,
  },
  courseNotesPublic: {
    method: 'GET',
    path: '/course-study/course-front/course-notes-public',
    summary: 'The public notes of a course, the newest first (COURSE-112)',
    access: 'signed-in',
    query: PageQuery({ courseId: Id, sectionId: Type.Optional(Id), memberId: Type.Optional(Id) }),
    response: Page(Note),
    errors: reading,
    cacheSeconds: 0,
  },
  courseNotesPublicCount: {
    method: 'GET',
    path: '/course-study/course-front/course-notes-public-count',
    summary: 'How many public notes a course has (COURSE-113)',
    access: 'signed-in',
    query: Type.Object({ courseId: Id }),
    response: Type.Object({ count: Type.Integer() }),
    errors: reading,
    cacheSeconds: 0,
  },
  courseNotesPublicMembers: {
    method: 'GET',
    path: '/course-study/course-front/course-notes-public-members',
    summary: 'Who wrote the public notes of a course, the most industrious first, at most a hundred (COURSE-114)',
    access: 'signed-in',
    query: Type.Object({ courseId: Id }),
    response: Type.Object({
      items: Type.Array(Type.Object({ ...Person.properties, noteCount: Type.Integer() })),
      recordCount: Type.Integer(),
    }),
    errors: reading,
    cacheSeconds: 0,
  },
  createNote: {
    method: 'POST',
    path: '/course-study/course-front/course-note',
    summary: 'Adds a note to a course, or to a place in one of its sections (COURSE-115)',
    access: 'signed-in',
    form: true,
    body: Body({
      courseId: Id,
      sectionId: Type.Optional(Id),
      content: Text(noteLengthMax),
      timePoint: Type.Optional(TimePoint),
      isPublic: Type.Optional({ ...Flag, default: 0 }),
    }),
    response: Type.Object({ noteId: Id }),
    errors: [...reading, NOT_REGISTERED, TOO_MANY],
  },
  changeNote: {
    method: 'PUT',
    path: '/course-study/course-front/course-note/{noteId}',
    summary: 'Changes a note of the caller, and who may read it; what is left out stays (COURSE-116)',
    access: 'signed-in',
    form: true,
    params: ofNote,
    body: Body({ content: Type.Optional(Text(noteLengthMax)), isPublic: Type.Optional(Flag) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  deleteNote: {
    method: 'DELETE',
    path: '/course-study/course-front/course-note/{noteId}',
    summary: 'Deletes a note of the caller (COURSE-090)',
    access: 'signed-in',
    params: ofNote,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  exportNotes: {
    method: 'GET',
    path: '/course-study/course-front/course-notes-export',
    summary: "The caller's notes of a course by their place, as a Markdown file",
    access: 'signed-in',
    query: Type.Object({ courseId: Id }),
    response: Type.Object({}),
    kind: 'stream',
    cacheSeconds: 0,
  },
  withdrawNote: {
    method: 'POST',
    path: '/course-study/course-manage/notes/{noteId}/withdraw',
    summary: 'Takes a public note out of the sight of others; its author keeps it',
    access: authorsCourses,
    params: ofNote,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
})
