/** Calls of learners: find a course, register, study it. */

import { type Static, Type } from 'typebox'
import { CompletionAwards } from '#kit/completion-awards.ts'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { heartbeatFields, Interval, Position } from '#kit/playback.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { IsPay, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  COURSE_TAKEN_DOWN,
  FASTER_THAN_CLOCK,
  NOT_REGISTERED,
  OTHER_CLIENT,
  PLAYBACK_TAKEN_OVER,
  PREREQUISITES_OPEN,
  TOO_FRAGMENTED,
  WRONG_SECTION_KIND,
} from './errors.ts'
import { PRESENCE_NOT_ASKED } from './study-errors.ts'
import {
  ClientType,
  CourseCard,
  CourseProgress,
  CourseSettings,
  CourseStatus,
  ids,
  Prerequisite,
  SectionKind,
  SectionOutline,
  SectionProgress,
  StudyStatus,
  Unit,
  VersionNotice,
} from './wire.ts'

const Search = Type.Optional(Type.String({ maxLength: 100 }))

export const LearnerSection = Type.Object({ ...SectionOutline.properties, progress: SectionProgress })
export type LearnerSection = Static<typeof LearnerSection>

/** The course is finished, and studied once more: how far that is. What was finished before stays so. */
export const Retraining = Type.Object({
  openedAt: Instant,
  /** By then it is asked for; afterwards it may be finished all the same. */
  dueAt: Nullable(Instant),
  /** Mean of the required sections' percent. */
  percent: Type.Integer({ minimum: 0, maximum: 99 }),
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
})
export type Retraining = Static<typeof Retraining>

export const CourseDetail = Type.Object({
  ...CourseCard.properties,
  /** Rich text, cleaned: safe to show as it is. */
  description: Type.String(),
  topics: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  status: CourseStatus,
  /** The version that the caller studies: the one they registered for, until they move; otherwise the newest. */
  versionNumber: Type.Integer(),
  /** A newer version than the one that the caller studies. */
  newVersion: Nullable(VersionNotice),
  settings: CourseSettings,
  /** Courses to finish first; studying is closed (`prerequisites`) until all are, for who has not started. */
  prerequisites: Type.Array(Prerequisite),
  /** The completion awards of the course. */
  finishGives: CompletionAwards,
  /** Share of a video or audio that completes it, and the fastest speed that counts. */
  completionPercent: Type.Integer(),
  playbackRateMax: Type.Number(),
  /** Whether playback can be started now; where not, `closedBecause` says why. */
  canStudy: Type.Boolean(),
  closedBecause: Nullable(
    OneOf(['not-registered', 'taken-down', 'other-client', 'unpaid', 'prerequisites', 'preview']),
  ),
  chapters: Type.Array(Type.Object({ id: Id, title: Type.String(), sections: Type.Array(LearnerSection) })),
  progress: CourseProgress,
  /** The round that is open for the caller, who has finished the course before. */
  retraining: Nullable(Retraining),
})
export type CourseDetail = Static<typeof CourseDetail>

/** What the player of files takes: whose token is asked for, the word that this member may watch, the playlist. */
const StreamSource = Type.Object({ fileId: Id, grant: Type.String(), url: Type.String() })

/** What a section shows: `text`, the address of a file or link, or the stream of a video. */
export const SectionContent = Type.Object({
  kind: SectionKind,
  unit: Unit,
  unitCount: Type.Integer(),
  /** Signed address of the file, or the link's own address. */
  url: Nullable(Type.String()),
  urlExpiresAt: Nullable(Instant),
  /** Of a video that has been made streamable; it is then played by its stream. */
  stream: Nullable(StreamSource),
  posterUrl: Nullable(Type.String()),
  /** The file is being converted, and can't be shown before that is done. */
  converting: Type.Boolean(),
  /** The viewer's name moves across the video. */
  watermark: Type.Boolean(),
  /** Rich text, cleaned: safe to show as it is. */
  text: Nullable(Type.String()),
  /** Of a package: what it is, and whether it can be shown. Its launch address comes from `launchSection`. */
  package: Nullable(Type.Object({ id: Id, state: OneOf(['preparing', 'ready', 'failed']) })),
  /** Of an exam, a survey or a live: `launchPath` is a screen of ours, null where it can't be opened any more. */
  activity: Nullable(Type.Object({ id: Id, name: Type.String(), launchPath: Nullable(Type.String()) })),
})
export type SectionContent = Static<typeof SectionContent>

export const Playback = Type.Object({
  ...SectionContent.properties,
  playbackId: Id,
  sectionId: Id,
  /** Where to go on, in the unit. 0 after the end was reached. */
  resumePosition: Type.Integer(),
  /** The fastest playback speed that counts. */
  rateMax: Type.Number(),
  /** Send a heartbeat at least this often while it plays, and once at each pause, end and leaving of the page. */
  beatEveryMs: Type.Integer(),
  /** What has been covered so far, ordered, without overlap. */
  watched: Type.Array(Interval),
  progress: SectionProgress,
})
export type Playback = Static<typeof Playback>

/** "Still there?" Nothing that is played after `answerBy` counts, until it is answered. */
export const PresenceCheck = Type.Object({ checkId: Id, answerBy: Instant })
export type PresenceCheck = Static<typeof PresenceCheck>

export const HeartbeatAnswer = Type.Object({
  /** The sequence of the newest stored heartbeat. A heartbeat with a lower or equal one was a repeat and added nothing. */
  acknowledgedSequence: Type.Integer(),
  /** Server time up to which watching has been credited. */
  creditedUntil: Instant,
  progress: SectionProgress,
  courseStatus: StudyStatus,
  /** This heartbeat finished the course. */
  courseJustFinished: Type.Boolean(),
  /** Open until it is answered; every heartbeat says so again. */
  presenceCheck: Nullable(PresenceCheck),
})
export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>

/** A course that the caller has registered for. */
export const OwnCourse = Type.Object({
  ...CourseCard.properties,
  /** A course that was taken off the shelf stays in the list, but can't be opened. */
  status: CourseStatus,
  lastSectionTitle: Nullable(Type.String()),
  /** A finished course that is studied once more: it stands among those that are learned, and those that are done. */
  retraining: Nullable(Retraining),
})

export const CourseList = Page(CourseCard)
export const OwnCourseList = Page(OwnCourse)

const StudyTime = Type.Object({
  /** Whole hours, and the minutes above them; 30 s round a minute up. */
  hours: Type.Integer(),
  minutes: Type.Integer(),
  totalSeconds: Type.Integer(),
})

export const learningCalls = contract({
  catalogue: {
    method: 'GET',
    path: '/course-study/course-front/page',
    summary: 'Published courses that the caller may see, with the own state',
    access: 'signed-in',
    query: PageQuery({
      /** The category and everything below it. */
      categoryId: Type.Optional(Id),
      search: Search,
      sort: Type.Optional({ ...OneOf(['newest', 'hot']), default: 'newest' }),
      isPay: Type.Optional(IsPay),
      clientType: Type.Optional({ ...ClientType, default: 1 }),
    }),
    response: CourseList,
  },
  taughtCourses: {
    method: 'GET',
    path: '/course-study/course-front/taught',
    summary: 'Published courses that a colleague teaches, as far as the caller may see them; the last published first',
    access: 'signed-in',
    query: PageQuery({ memberId: Id, clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: Page(CourseCard),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  courseDetail: {
    method: 'GET',
    path: '/course-study/course-front/{id}',
    summary: "A course with its outline and the caller's progress; what is not finished says why",
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    query: Type.Object({ clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: CourseDetail,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN],
    cacheSeconds: 0,
  },
  registerForCourse: {
    method: 'POST',
    path: '/course-study/course-front/{id}/register',
    summary: 'Register for a course; a second time changes nothing',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: CourseProgress,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_BOUGHT],
  },
  myCourses: {
    method: 'GET',
    path: '/course-study/course-front/my-courses',
    summary: 'Courses of the caller, the last studied first: continue learning with state=learning',
    access: 'signed-in',
    query: PageQuery({ state: Type.Optional(OneOf(['not-started', 'learning', 'done', 'abandoned'])) }),
    response: OwnCourseList,
    cacheSeconds: 0,
  },
  studyHome: {
    method: 'GET',
    path: '/course-study/course-front/study-home',
    summary: "The caller's figures: courses by state, study time of today, of the last seven days and in all",
    access: 'signed-in',
    response: Type.Object({
      notStartedCount: Type.Integer(),
      learningCount: Type.Integer(),
      doneCount: Type.Integer(),
      todaySeconds: Type.Integer(),
      totalSeconds: Type.Integer(),
      /** The last seven days of the company's zone, oldest first. */
      days: Type.Array(Type.Object({ day: Type.String(), seconds: Type.Integer() })),
    }),
    cacheSeconds: 0,
  },
  sectionContent: {
    method: 'GET',
    path: '/course-study/course-front/{id}/sections/{sectionId}/content',
    summary:
      'What a section shows, for a member who may study it: players load ahead with it. Nothing begins or counts',
    access: 'signed-in',
    params: Type.Object({ id: Id, sectionId: Id }),
    query: Type.Object({ clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: SectionContent,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_BOUGHT, NOT_REGISTERED, OTHER_CLIENT, PREREQUISITES_OPEN],
    cacheSeconds: 0,
  },
  startPlayback: {
    method: 'POST',
    path: '/course-study/course-front/{id}/sections/{sectionId}/playback',
    summary: 'Start to study a section. It takes over from any other playback of the member',
    access: 'signed-in',
    noDryRun: 'access',
    params: Type.Object({ id: Id, sectionId: Id }),
    body: Body({ clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: Playback,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_BOUGHT, NOT_REGISTERED, OTHER_CLIENT, PREREQUISITES_OPEN],
  },
  heartbeat: {
    method: 'POST',
    path: '/course-study/playback/{id}/beat',
    summary:
      'What was played since the last acknowledged heartbeat. Numbered from 1, one in flight, repeated until acknowledged',
    access: 'signed-in',
    ownTransaction: true,
    noDryRun: 'keeps-writes',
    params: Type.Object({ id: Id }),
    body: Body({
      ...heartbeatFields,
      /** The position of the player, in the unit. */
      position: Type.Optional(Position),
    }),
    response: HeartbeatAnswer,
    errors: [PLAYBACK_TAKEN_OVER, FASTER_THAN_CLOCK, COURSE_TAKEN_DOWN, NOT_BOUGHT, TOO_FRAGMENTED],
  },
  confirmPresence: {
    method: 'POST',
    path: '/course-study/playback/{id}/present',
    summary: 'Answers the question whether somebody is there',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ checkId: Id }),
    response: Done,
    errors: [PLAYBACK_TAKEN_OVER, PRESENCE_NOT_ASKED],
  },
  urlProgress: {
    method: 'POST',
    path: '/course-study/course-front/url-progress',
    summary: 'The caller has visited the link of a section (COURSE-117)',
    access: 'signed-in',
    form: true,
    body: Body({ courseId: Id, sectionId: Id, clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: Type.Object({
      progress: SectionProgress,
      courseStatus: StudyStatus,
      courseJustFinished: Type.Boolean(),
    }),
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      COURSE_TAKEN_DOWN,
      NOT_BOUGHT,
      NOT_REGISTERED,
      OTHER_CLIENT,
      PREREQUISITES_OPEN,
      WRONG_SECTION_KIND,
    ],
  },
  courseFile: {
    method: 'GET',
    path: '/course-study/file/safe-new/{id}',
    summary: 'The protected address of a file of a course that the caller may study or edit (SYSTEM-100)',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Type.Object({ url: Type.String(), expiresAt: Instant }),
    errors: [NOT_FOUND, NOT_BOUGHT],
    cacheSeconds: 0,
  },
  countShare: {
    method: 'POST',
    path: '/course-study/course-front/count-share',
    summary: 'Counts one share of the course (COURSE-103)',
    access: 'signed-in',
    form: true,
    body: Body({ courseId: Id }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN],
  },
  coursesByIds: {
    method: 'GET',
    path: '/course-study/course-info/front/find-by-ids',
    summary: 'The courses of the ids in their order, without those that may not be seen (COURSE-095, COURSE-101)',
    access: 'signed-in',
    query: Type.Object({ ids: ids(100) }),
    response: CourseList,
  },
  coursesByManyIds: {
    method: 'POST',
    path: '/course-study/course-info/front/find-by-ids',
    summary: 'The same for long lists (COURSE-096)',
    access: 'signed-in',
    form: true,
    body: Body({ ids: ids(1000) }),
    response: CourseList,
  },
  coursesOfIds: {
    method: 'POST',
    path: '/course-study/course-info/ids',
    summary: 'The same with a JSON body (COURSE-097)',
    access: 'signed-in',
    body: Body({ ids: ids(1000) }),
    response: CourseList,
  },
  studyTimeOfMember: {
    method: 'GET',
    path: '/system/credit/detail-hour-member',
    summary: "A member's study time, for the hover card (IDENTITY-060)",
    access: 'signed-in',
    query: Type.Object({ memberId: Type.Optional(Id) }),
    response: StudyTime,
    cacheSeconds: 60,
  },
  studyTimeRecords: {
    method: 'GET',
    path: '/course-study/study-time/page',
    summary: "The caller's study time by day, course and client, newest first (COURSE-026, COURSE-060)",
    access: 'signed-in',
    query: PageQuery({ courseId: Type.Optional(Id) }),
    response: Page(
      Type.Object({
        courseId: Id,
        courseName: Type.String(),
        clientType: ClientType,
        createTime: Instant,
        /** Minutes; 30 s round up. */
        studyTime: Type.Integer(),
        seconds: Type.Integer(),
      }),
    ),
    cacheSeconds: 0,
  },
})
