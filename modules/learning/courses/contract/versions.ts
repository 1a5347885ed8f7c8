/** Calls about the versions of a course: learners stay on theirs until they move, or are moved. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { authorsCourses } from './access.ts'
import { COURSE_TAKEN_DOWN, NOT_REGISTERED, VERSION_NOT_NEWEST } from './errors.ts'
import { DifferenceCounts as Counts, CourseProgress, Flag, SectionKind } from './wire.ts'

export type DifferenceCounts = Static<typeof Counts>

const VersionChange = Type.Object({
  change: OneOf(['added', 'removed', 'replaced', 'changed']),
  sectionId: Id,
  title: Type.String(),
  /** Where it was called otherwise. */
  titleBefore: Nullable(Type.String()),
  chapterTitle: Type.String(),
  kind: SectionKind,
  isRequired: Flag,
  /** What is different about a section that was changed. */
  fields: Type.Array(OneOf(['title', 'content', 'required', 'review', 'chapter', 'preview'])),
})
export type VersionChange = Static<typeof VersionChange>

const VersionDifference = Type.Object({
  ...Counts.properties,
  /** Sections that stay stand in another order. */
  reordered: Type.Boolean(),
  /** In the order of the later version; what was removed stands last. */
  changes: Type.Array(VersionChange),
})
export type VersionDifference = Static<typeof VersionDifference>

/** The learners that a new version takes along; what was finished stays finished for all. */
export const moves = ['nobody', 'not-started', 'unfinished', 'all'] as const
export const VersionMoves = OneOf(moves)
export type VersionMoves = Static<typeof VersionMoves>

export const CourseVersion = Type.Object({
  /** Null: the draft. */
  number: Nullable(Type.Integer()),
  publishedAt: Nullable(Instant),
  sectionCount: Type.Integer(),
  requiredCount: Type.Integer(),
  learnerCount: Type.Integer(),
  unfinishedCount: Type.Integer(),
  notStartedCount: Type.Integer(),
})
export type CourseVersion = Static<typeof CourseVersion>

const course = Type.Object({ id: Id })
const versionNumber = Type.Integer({ minimum: 1 })

export const versionCalls = contract({
  newestVersion: {
    method: 'GET',
    path: '/course-study/course-front/{id}/newest-version',
    summary: 'What the newest version has that the caller’s has not, and where the caller would stand in it',
    access: 'signed-in',
    params: course,
    response: Type.Object({
      versionNumber: Type.Integer(),
      ownVersionNumber: Type.Integer(),
      publishedAt: Instant,
      ...VersionDifference.properties,
      /** After moving; what is finished stays finished. */
      progress: CourseProgress,
    }),
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_REGISTERED],
    cacheSeconds: 0,
  },
  moveToNewestVersion: {
    method: 'POST',
    path: '/course-study/course-front/{id}/newest-version',
    summary: 'Move to the newest version. Nothing that was studied is lost, and there is no way back',
    access: 'signed-in',
    params: course,
    body: Body({ versionNumber }),
    response: CourseProgress,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_REGISTERED, VERSION_NOT_NEWEST],
  },
  courseVersions: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/versions',
    summary: 'The draft and the published versions, the newest first, with who is on them',
    access: authorsCourses,
    params: course,
    response: Type.Object({ items: Type.Array(CourseVersion), recordCount: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  versionDifference: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/version-difference',
    summary: 'How version `to` (the draft, or else the newest, where it is left out) differs from version `from`',
    access: authorsCourses,
    params: course,
    query: Type.Object({ from: versionNumber, to: Type.Optional(versionNumber) }),
    response: VersionDifference,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  moveLearners: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/move-learners',
    summary: 'Move learners of earlier versions to the newest; what was finished stays finished',
    access: authorsCourses,
    params: course,
    body: Body({ versionNumber, who: OneOf(['not-started', 'unfinished', 'all']) }),
    response: Type.Object({ movedCount: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, VERSION_NOT_NEWEST],
  },
})
