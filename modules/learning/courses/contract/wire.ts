/** The shapes that several calls of courses share. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Courses in map `business-type`, for topics, comments and collections, and for the approval of their publication. */
export const businessType = 1

/**
 * `package`: SCORM, xAPI, cmi5, H5P, of the module packages. `exam`, `survey`, `live`: something of another module, which
 * says when it is finished (`studied` of the module study).
 */
const sectionKinds = ['video', 'audio', 'pdf', 'text', 'link', 'package', 'exam', 'survey', 'live'] as const
export const SectionKind = OneOf(sectionKinds)
export type SectionKind = Static<typeof SectionKind>

/** What a course can hold. */
export const chaptersMax = 100
export const sectionsMax = 1000

/** Kinds that can be opened without counting anything. */
export const previewableKinds: readonly SectionKind[] = ['video', 'audio', 'pdf', 'text', 'link']

export const activityKinds = ['exam', 'survey', 'live'] as const
export const ActivityKind = OneOf(activityKinds)
export type ActivityKind = Static<typeof ActivityKind>

const courseStatuses = ['draft', 'on-shelf', 'off-shelf'] as const
export const CourseStatus = OneOf(courseStatuses)
export type CourseStatus = Static<typeof CourseStatus>

/** What the caller may do with a course now; the screen shows exactly these buttons. */
export const courseActions = [
  'edit',
  'preview',
  'publish',
  'withdraw',
  'take-off-shelf',
  'discard-draft',
  'delete',
  'see-progress',
] as const
export const CourseAction = OneOf(courseActions)
export type CourseAction = Static<typeof CourseAction>

/** Map `course-study-status`: 0 not started, 1 learning, 2 done, 3 abandoned, 4 marked done, 5 pending review, 6 review failed. */
export const StudyStatus = OneOf([0, 1, 2, 3, 4, 5, 6])
export type StudyStatus = Static<typeof StudyStatus>

/** 0 all, 1 PC, 2 app (COURSE-031). */
export const PublishClient = OneOf([0, 1, 2])
export const ClientType = OneOf([1, 2])
export const Flag = OneOf([0, 1])
export const Percent = Type.Integer({ minimum: 0, maximum: 100 })

/**
 * In what a section's watching is counted: milliseconds of video and audio, pages of a document (page 1 is [0, 1)),
 * the whole of a text, a link or an activity ([0, 1)), or percent of a package, which says itself how far the member is.
 */
export const Unit = OneOf(['ms', 'page', 'whole', 'percent'])
export type Unit = Static<typeof Unit>

/**
 * Why something is not finished; the screen has a sentence for each code.
 * - `not-started`: nothing has been studied yet
 * - `watch-more`: watchedPercent of neededPercent of a video or audio
 * - `read-pages`: readPages of neededPages of a document
 * - `read-text`, `visit-link`
 * - `finish-package`: watchedPercent, as the package says; `package-waits`: it is done, and counts when it was open for
 *   missingSeconds more; `take-exam`, `fill-survey`, `attend-live`
 * - `hand-in` proof, `in-review`, `review-failed`
 * - `finish-required` (of a course): finishedCount of requiredCount required sections; `remaining` names the first three
 * - `not-registered` (of a course)
 */
export const Reason = Type.Object({
  code: OneOf([
    'not-started',
    'watch-more',
    'read-pages',
    'read-text',
    'visit-link',
    'finish-package',
    'package-waits',
    'take-exam',
    'fill-survey',
    'attend-live',
    'hand-in',
    'in-review',
    'review-failed',
    'finish-required',
    'not-registered',
  ]),
  watchedPercent: Type.Optional(Percent),
  neededPercent: Type.Optional(Percent),
  readPages: Type.Optional(Type.Integer()),
  neededPages: Type.Optional(Type.Integer()),
  missingSeconds: Type.Optional(Type.Integer()),
  finishedCount: Type.Optional(Type.Integer()),
  requiredCount: Type.Optional(Type.Integer()),
  remaining: Type.Optional(Type.Array(Type.Object({ sectionId: Id, title: Type.String() }))),
})
export type Reason = Static<typeof Reason>

/** The truth about a member and a section. `finished` is decided here and nowhere else; it is never taken away. */
export const SectionProgress = Type.Object({
  status: StudyStatus,
  /** Way to completion: 100 means finished. Below that it is cut, never rounded up. */
  percent: Percent,
  /** Share of the section that has been covered. */
  watchedPercent: Percent,
  neededPercent: Percent,
  /** Where to go on, in the section's unit. */
  position: Type.Integer(),
  finished: Type.Boolean(),
  finishedAt: Nullable(Instant),
  lastStudiedAt: Nullable(Instant),
  reasons: Type.Array(Reason),
})
export type SectionProgress = Static<typeof SectionProgress>

export const CourseProgress = Type.Object({
  registered: Type.Boolean(),
  status: StudyStatus,
  /** Mean of the required sections' percent; 100 only when finished. */
  percent: Percent,
  finished: Type.Boolean(),
  finishedAt: Nullable(Instant),
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
  registeredAt: Nullable(Instant),
  lastStudiedAt: Nullable(Instant),
  /** The section that was opened last: studying goes on there (COURSE-056). */
  lastSectionId: Nullable(Id),
  studySeconds: Type.Integer(),
  reasons: Type.Array(Reason),
})
export type CourseProgress = Static<typeof CourseProgress>

/** A person as a course shows it. */
export const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })
export type Person = Static<typeof Person>

export const OrganizationName = Type.Object({ id: Id, name: Type.String() })

export const CategoryName = Type.Object({
  id: Id,
  name: Type.String(),
  /** Names from the root, joined by ` / ` (COURSE-028). */
  pathName: Type.String(),
})

/** A course as a card of a list shows it. */
export const CourseCard = Type.Object({
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  coverFileId: Nullable(Id),
  /** Signed address of the cover, or null where the course has none. */
  coverUrl: Nullable(Type.String()),
  category: Nullable(CategoryName),
  organization: OrganizationName,
  lecturer: Nullable(Person),
  publishClient: PublishClient,
  publishedAt: Nullable(Instant),
  sectionCount: Type.Integer(),
  /** Playing time of the video and audio sections. */
  durationSeconds: Type.Integer(),
  learnerCount: Type.Integer(),
  shareCount: Type.Integer(),
  /** Stars of its learners, to one decimal; null without any. */
  score: Nullable(Type.Object({ average: Type.Number(), count: Type.Integer() })),
  commentCount: Type.Integer(),
  /** The caller's own state; null where the caller has not registered. */
  study: Nullable(
    Type.Object({
      status: StudyStatus,
      percent: Percent,
      lastStudiedAt: Nullable(Instant),
      lastSectionId: Nullable(Id),
    }),
  ),
})
export type CourseCard = Static<typeof CourseCard>

/** A section in an outline: everything but its content. */
export const SectionOutline = Type.Object({
  id: Id,
  chapterId: Id,
  title: Type.String(),
  kind: SectionKind,
  /** 1 required, 0 elective (COURSE-066). */
  isRequired: Flag,
  /** 1: finished when an auditor has agreed to the proof that the learner hands in, whatever was watched. */
  needsReview: Flag,
  /** After this no proof is taken (COURSE-132). */
  reviewDeadline: Nullable(Instant),
  /** Open to members who may see the course and have not registered; nothing of it counts. */
  freePreview: Type.Boolean(),
  unit: Unit,
  /** Length in the unit: milliseconds, pages, or 1. */
  unitCount: Type.Integer(),
  durationSeconds: Type.Integer(),
  pageCount: Type.Integer(),
})
export type SectionOutline = Static<typeof SectionOutline>

/** What holds while a course is studied. */
export const CourseSettings = Type.Object({
  /** Until a section is finished its video can't be moved beyond what has been watched; rewinding is always free. */
  noForwardSeeking: Type.Boolean(),
  /** A video asks whether somebody is still there, about this often; 0 never. */
  presenceCheckMinutes: Type.Integer({ minimum: 0, maximum: 60 }),
})
export type CourseSettings = Static<typeof CourseSettings>

/** Something of another module that a section may lead to. */
export const ActivityItem = Type.Object({
  id: Id,
  name: Type.String(),
  /** False: it is over, or gone. */
  isAvailable: Type.Boolean(),
})
export type ActivityItem = Static<typeof ActivityItem>

/** How two versions of a course differ, in numbers. */
export const DifferenceCounts = Type.Object({
  addedCount: Type.Integer(),
  removedCount: Type.Integer(),
  /** Another file: to be studied again. */
  replacedCount: Type.Integer(),
  changedCount: Type.Integer(),
})

/** The course has a newer version than the one that the learner registered for, and stays on until they move. */
export const VersionNotice = Type.Object({
  versionNumber: Type.Integer(),
  publishedAt: Instant,
  ...DifferenceCounts.properties,
})
export type VersionNotice = Static<typeof VersionNotice>

/** A course that has to be finished before this one is started. */
export const Prerequisite = Type.Object({
  id: Id,
  name: Type.String(),
  finished: Type.Boolean(),
})
export type Prerequisite = Static<typeof Prerequisite>

export const ids = (max: number) => Type.Array(Id, { minItems: 1, maxItems: max })
