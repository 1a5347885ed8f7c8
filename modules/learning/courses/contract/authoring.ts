/** Calls of lecturers and administrators: categories, courses, chapters, sections, the shelf. */

import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, authoredFilters } from '#kit/authored-content.ts'
import { CompletionAwards } from '#kit/completion-awards.ts'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, PageQuery, Title, WebAddress } from '#kit/schema.ts'
import { authorsCourses } from './access.ts'
import {
  ACTION_NOT_POSSIBLE,
  ACTIVITY_DOES_NOT_FIT,
  APPROVAL_PENDING,
  COURSE_CHANGED,
  EMPTY_CHAPTER,
  FILE_DOES_NOT_FIT,
  NEEDS_REQUIRED_SECTION,
  NOBODY_TO_DECIDE,
  PACKAGE_DOES_NOT_FIT,
  PREREQUISITE_CIRCLE,
  TEMPLATE_NOT_OFFERED,
  TIMED_CONTENT_AT_STAKE,
  TOO_MANY,
  TOO_MANY_TOPICS,
} from './errors.ts'
import { CourseDetail, SectionContent } from './learning.ts'
import { VersionMoves } from './versions.ts'
import {
  ActivityItem,
  ActivityKind,
  CategoryName,
  CourseAction,
  CourseSettings,
  Flag,
  OrganizationName,
  Person,
  PublishClient,
  SectionKind,
  SectionOutline,
} from './wire.ts'

const AuthoredCourse = Type.Object({
  ...AuthoredContent.properties,
  coverUrl: Nullable(Type.String()),
  category: Nullable(CategoryName),
  publishClient: PublishClient,
  learnerCount: Type.Integer(),
  sectionCount: Type.Integer(),
  actions: Type.Array(CourseAction),
})

/** A section with all that its form holds. */
export const AuthoredSection = Type.Object({
  ...SectionOutline.properties,
  fileId: Nullable(Id),
  fileName: Nullable(Type.String()),
  url: Nullable(Type.String()),
  text: Nullable(Type.String()),
  packageId: Nullable(Id),
  activity: Nullable(ActivityItem),
  reviewGuide: Type.String(),
})
export type AuthoredSection = Static<typeof AuthoredSection>

/** The course as its editor shows it: the draft where there is one, otherwise what is published. */
export const EditedCourse = Type.Object({
  ...AuthoredCourse.properties,
  summary: Type.String(),
  description: Type.String(),
  coverFileId: Nullable(Id),
  categoryId: Nullable(Id),
  lecturer: Nullable(Person),
  /** Organizations whose members (and those below) see the course; empty means the whole company. */
  visibleOrganizations: Type.Array(OrganizationName),
  versionNumber: Type.Integer(),
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
  /** The viewer's name moves across the videos. */
  watermark: Type.Boolean(),
  ...CourseSettings.properties,
  ...CompletionAwards.properties,
  prerequisites: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Kinds of sections that can be made here: those of other modules only where somebody has them. */
  sectionKinds: Type.Array(SectionKind),
  /** Which kinds of content the sections of other modules can lead to. */
  activityTypes: Type.Array(Type.Object({ kind: ActivityKind, businessTypes: Type.Array(Type.Integer()) })),
  topics: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Why publishing would be refused now. */
  publishHints: Type.Array(OneOf(['no-section', 'no-required-section', 'empty-chapter'])),
  chapters: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      sections: Type.Array(
        Type.Object({
          ...SectionOutline.properties,
          fileId: Nullable(Id),
          url: Nullable(Type.String()),
          packageId: Nullable(Id),
        }),
      ),
    }),
  ),
})
export type EditedCourse = Static<typeof EditedCourse>

const courseFields = {
  name: Title(100),
  summary: Type.Optional(OptionalText(300)),
  /** Rich text; what is not allowed in it is cut out. */
  description: Type.Optional(OptionalText(100_000)),
  coverFileId: Type.Optional(Nullable(Id)),
  categoryId: Type.Optional(Nullable(Id)),
  lecturerId: Type.Optional(Nullable(Id)),
  publishClient: Type.Optional(PublishClient),
  visibleOrganizationIds: Type.Optional(Type.Array(Id, { maxItems: 200, uniqueItems: true })),
  watermark: Type.Optional(Type.Boolean()),
  /** At most five (SYSTEM-163). */
  topicIds: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
}

/** What an author settles when the course is there. */
const settingFields = {
  noForwardSeeking: Type.Optional(Type.Boolean()),
  presenceCheckMinutes: Type.Optional(CourseSettings.properties.presenceCheckMinutes),
  /** Courses that have to be finished before this one is started. */
  prerequisiteIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true })),
  classHourHundredths: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  creditHundredths: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  certificateTemplateId: Type.Optional(Nullable(Id)),
}

const sectionFields = {
  title: Title(200),
  isRequired: Flag,
  /** Of a video, audio or pdf. */
  fileId: Type.Optional(Id),
  /** Of a link: http or https. */
  url: Type.Optional(WebAddress(2000)),
  /** Of a text: rich text. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 500_000 })),
  packageId: Type.Optional(Id),
  /** Of an exam, a survey or a live. */
  activityId: Type.Optional(Id),
  /** Finished by proof; 0 unless said. */
  needsReview: Type.Optional(Flag),
  reviewGuide: Type.Optional(OptionalText(1000)),
  reviewDeadline: Type.Optional(Nullable(Instant)),
  /** Members may open it before they register: of a video, audio, pdf, text or link. */
  freePreview: Type.Optional(Type.Boolean()),
}

const revision = Type.Integer({ minimum: 0 })
const course = Type.Object({ id: Id })
const courseAndChapter = Type.Object({ id: Id, chapterId: Id })
const courseAndSection = Type.Object({ id: Id, sectionId: Id })
const missing = [NOT_FOUND, NO_PERMISSION] as const
/** Refused while somebody decides about the course (40453). */
const editing = [...missing, COURSE_CHANGED, ACTION_NOT_POSSIBLE] as const
const Changed = Type.Object({ id: Id, revision })

export const authoringCalls = contract({
  authoredCourses: {
    method: 'GET',
    path: '/course-study/course-manage/page',
    summary: "The caller's courses, and those of the organizations that the caller manages, the last changed first",
    access: authorsCourses,
    query: PageQuery({ ...authoredFilters, categoryId: Type.Optional(Id) }),
    response: AuthoredPage(AuthoredCourse),
    cacheSeconds: 0,
  },
  createCourse: {
    method: 'POST',
    path: '/course-study/course-manage',
    summary: 'Create a draft with one empty chapter',
    access: authorsCourses,
    body: Body(courseFields),
    onSelf: { allowed: 'A lecturer is named, not paid.' },
    response: Changed,
    errors: [NOT_FOUND, FILE_DOES_NOT_FIT, TOO_MANY_TOPICS],
  },
  editedCourse: {
    method: 'GET',
    path: '/course-study/course-manage/{id}',
    summary: 'The course as its editor shows it',
    access: authorsCourses,
    params: course,
    response: EditedCourse,
    errors: missing,
    cacheSeconds: 0,
  },
  changeCourse: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}',
    summary:
      'Change what the course says of itself; fields that are left out keep their value. Learners see it at once',
    access: authorsCourses,
    params: course,
    body: Body({ ...courseFields, ...settingFields, name: Type.Optional(Title(100)), revision }),
    onSelf: { allowed: 'A lecturer is named, not paid.' },
    response: Changed,
    errors: [...editing, FILE_DOES_NOT_FIT, TOO_MANY_TOPICS, PREREQUISITE_CIRCLE, TEMPLATE_NOT_OFFERED],
  },
  deleteCourse: {
    method: 'DELETE',
    path: '/course-study/course-manage/{id}',
    summary: 'Put a draft or a course that is off the shelf into the recycle bin; after 15 days it is gone',
    access: authorsCourses,
    params: course,
    response: Done,
    errors: [...missing, ACTION_NOT_POSSIBLE],
  },
  publishCourse: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/publish',
    summary:
      'Put the draft on the shelf as the next version, or apply for it where approval is on. Learners stay on their version, unless `moveLearners` says otherwise',
    access: authorsCourses,
    params: course,
    body: Body({ revision, moveLearners: Type.Optional({ ...VersionMoves, default: 'nobody' }) }),
    response: Type.Object({
      id: Id,
      revision,
      versionNumber: Type.Integer(),
      /** It is published when somebody has agreed. */
      applied: Type.Boolean(),
    }),
    errors: [
      ...editing,
      NEEDS_REQUIRED_SECTION,
      EMPTY_CHAPTER,
      PACKAGE_DOES_NOT_FIT,
      APPROVAL_PENDING,
      NOBODY_TO_DECIDE,
    ],
  },
  withdrawPublication: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/withdraw',
    summary: 'Take the application to publish back; the course can be changed again',
    access: authorsCourses,
    params: course,
    response: Changed,
    errors: [...missing, ACTION_NOT_POSSIBLE],
  },
  takeOffShelf: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/take-off-shelf',
    summary: 'Take the course off the shelf: nobody studies it until it is published again; progress is kept',
    access: authorsCourses,
    params: course,
    response: Changed,
    errors: [...missing, ACTION_NOT_POSSIBLE],
  },
  discardDraft: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/discard-draft',
    summary: 'Throw away the changes since the last publishing',
    access: authorsCourses,
    params: course,
    body: Body({ revision }),
    response: Changed,
    errors: editing,
  },
  previewCourse: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/preview',
    summary: 'The draft as a learner would see it, for authors and who decides about it; nothing counts',
    access: 'signed-in',
    params: course,
    response: CourseDetail,
    errors: missing,
    cacheSeconds: 0,
  },
  previewSection: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/preview',
    summary: 'The content of a section of the draft',
    access: 'signed-in',
    params: courseAndSection,
    response: SectionContent,
    errors: missing,
    cacheSeconds: 0,
  },
  searchPrerequisites: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/prerequisites',
    summary:
      'Courses that could have to be finished before this one: without those that would close a circle, at most 20',
    access: authorsCourses,
    params: course,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
    errors: missing,
    cacheSeconds: 0,
  },
  createChapter: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/chapters',
    summary: 'Add a chapter at the end',
    access: authorsCourses,
    params: course,
    body: Body({ title: Title(100), revision }),
    response: Changed,
    errors: [...editing, TOO_MANY],
  },
  changeChapter: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/chapters/{chapterId}',
    summary: 'Rename a chapter',
    access: authorsCourses,
    params: courseAndChapter,
    body: Body({ title: Title(100), revision }),
    response: Changed,
    errors: [...editing],
  },
  deleteChapter: {
    method: 'DELETE',
    path: '/course-study/course-manage/{id}/chapters/{chapterId}',
    summary: 'Delete a chapter with its sections',
    access: authorsCourses,
    params: courseAndChapter,
    query: Type.Object({ revision }),
    response: Changed,
    errors: editing,
  },
  authoredSection: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/sections/{sectionId}',
    summary: 'A section with all that its form holds',
    access: authorsCourses,
    params: courseAndSection,
    response: AuthoredSection,
    errors: missing,
    cacheSeconds: 0,
  },
  createSection: {
    method: 'POST',
    path: '/course-study/course-manage/{id}/chapters/{chapterId}/sections',
    summary: 'Add a section at the end of a chapter',
    access: authorsCourses,
    params: courseAndChapter,
    body: Body({ kind: SectionKind, ...sectionFields, revision }),
    response: Changed,
    errors: [...editing, FILE_DOES_NOT_FIT, PACKAGE_DOES_NOT_FIT, ACTIVITY_DOES_NOT_FIT, TOO_MANY],
  },
  changeSection: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/sections/{sectionId}',
    summary: 'Change a section. Another file makes it a new one to learn: the answer names the id it has then',
    access: authorsCourses,
    params: courseAndSection,
    /** `extras`: what becomes of segments, captions and exercises when a video gets a file of another length. */
    body: Body({ ...sectionFields, revision, extras: Type.Optional(OneOf(['keep', 'drop'])) }),
    response: Changed,
    errors: [...editing, FILE_DOES_NOT_FIT, PACKAGE_DOES_NOT_FIT, ACTIVITY_DOES_NOT_FIT, TIMED_CONTENT_AT_STAKE],
  },
  deleteSection: {
    method: 'DELETE',
    path: '/course-study/course-manage/{id}/sections/{sectionId}',
    summary: 'Delete a section',
    access: authorsCourses,
    params: courseAndSection,
    query: Type.Object({ revision }),
    response: Changed,
    errors: editing,
  },
  orderCourse: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/order',
    summary: 'The whole order of chapters and sections; each must be named exactly once',
    access: authorsCourses,
    params: course,
    body: Body({
      revision,
      chapters: Type.Array(
        Type.Object({ id: Id, sectionIds: Type.Array(Id, { maxItems: 1000 }) }, { additionalProperties: false }),
        { maxItems: 100 },
      ),
    }),
    response: Changed,
    errors: editing,
  },
})
