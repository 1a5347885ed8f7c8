/** Calls of those who follow learners: who is where in a course, and why not further. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { LearnerSection } from './learning.ts'
import { CourseProgress, CourseStatus, OrganizationName, Percent, Person, StudyStatus } from './wire.ts'

export const LearnerRow = Type.Object({
  member: Person,
  organization: OrganizationName,
  status: StudyStatus,
  percent: Percent,
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
  registeredAt: Instant,
  lastStudiedAt: Nullable(Instant),
  finishedAt: Nullable(Instant),
  studySeconds: Type.Integer(),
  /** The section that was opened last. */
  lastSection: Nullable(Type.Object({ id: Id, title: Type.String() })),
})
export type LearnerRow = Static<typeof LearnerRow>

const filters = {
  /** The organization and everything below it. */
  organizationId: Type.Optional(Id),
  state: Type.Optional(OneOf(['not-started', 'learning', 'done', 'abandoned'])),
  /** Part of the name. */
  search: Type.Optional(Type.String({ maxLength: 100 })),
}
const course = Type.Object({ courseId: Id })
const errors = [NOT_FOUND, NO_PERMISSION] as const

export const boardCalls = contract({
  followedCourses: {
    method: 'GET',
    path: '/course-study/course-progress/page',
    summary: 'Courses whose learners the caller may see, with figures of those learners, the newest first',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Page(
      Type.Object({
        id: Id,
        name: Type.String(),
        status: CourseStatus,
        publishedAt: Nullable(Instant),
        learnerCount: Type.Integer(),
        learningCount: Type.Integer(),
        doneCount: Type.Integer(),
      }),
    ),
    cacheSeconds: 0,
  },
  courseBoard: {
    method: 'GET',
    path: '/course-study/course-progress/{courseId}/learners',
    summary: 'Learners of a course that the caller may see, the last studied first',
    access: 'signed-in',
    params: course,
    query: PageQuery(filters),
    response: Page(LearnerRow),
    errors,
    cacheSeconds: 0,
  },
  courseBoardSummary: {
    method: 'GET',
    path: '/course-study/course-progress/{courseId}/summary',
    summary: 'How many of those learners are in which state, and who they are in which organization',
    access: 'signed-in',
    params: course,
    response: Type.Object({
      courseName: Type.String(),
      learnerCount: Type.Integer(),
      notStartedCount: Type.Integer(),
      learningCount: Type.Integer(),
      doneCount: Type.Integer(),
      abandonedCount: Type.Integer(),
      /** Organizations that have learners here, for the filter. */
      organizations: Type.Array(Type.Object({ id: Id, name: Type.String(), learnerCount: Type.Integer() })),
      /** Whether the caller may remind any of them. */
      mayRemind: Type.Boolean(),
    }),
    errors,
    cacheSeconds: 0,
  },
  learnerOfCourse: {
    method: 'GET',
    path: '/course-study/course-progress/{courseId}/learners/{memberId}',
    summary: 'A learner in a course, section by section, with the reasons',
    access: 'signed-in',
    params: Type.Object({ courseId: Id, memberId: Id }),
    response: Type.Object({
      member: Person,
      organization: OrganizationName,
      progress: CourseProgress,
      /** Whether the caller may waive a section for the learner, or mark the course done. */
      mayLetOff: Type.Boolean(),
      chapters: Type.Array(Type.Object({ id: Id, title: Type.String(), sections: Type.Array(LearnerSection) })),
    }),
    errors,
    cacheSeconds: 0,
  },
  exportCourseBoard: {
    method: 'GET',
    path: '/course-study/course-progress/{courseId}/export',
    summary: 'The filtered learners as an xlsx file, up to 20,000 rows',
    access: 'signed-in',
    params: course,
    query: Type.Object(filters),
    kind: 'stream',
    response: Type.Unknown(),
    errors,
    timeoutMs: 120_000,
  },
})
