/** The shapes that several calls of subjects share. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Subjects in map `business-type`: for study, topics, comments, collections and shares. */
export const businessType = 2

/** Of what can be studied, what a subject does not hold: subjects and learning paths. So no subject holds itself. */
export const notInSubjects: readonly number[] = [2, 17]

/** Map `subject-type` (COURSE-037). */
export const subjectTypes = { ordinary: 0, personalized: 1, learningMap: 2, external: 3 } as const
export const SubjectType = OneOf([0, 1, 2, 3])
export type SubjectType = Static<typeof SubjectType>

/** With the `approval` of an item, map `subject-status` (COURSE-038): approving is `waiting`, rejected is `refused`. */
export const SubjectStatus = OneOf(['draft', 'on-shelf', 'off-shelf'])
export type SubjectStatus = Static<typeof SubjectStatus>

/** What the caller may do with a subject now; the screen shows exactly these buttons. */
export const subjectActions = [
  'edit',
  'preview',
  'publish',
  'withdraw',
  'take-off-shelf',
  'discard-changes',
  'delete',
  'see-progress',
] as const
export const SubjectAction = OneOf(subjectActions)
export type SubjectAction = Static<typeof SubjectAction>

/** Map `course-study-status`; of a subject 0 not started, 1 learning, 2 done, 3 abandoned. */
export const StudyStatus = OneOf([0, 1, 2, 3, 4, 5, 6])
export type StudyStatus = Static<typeof StudyStatus>

/** 0 all, 1 PC, 2 app (COURSE-031). */
export const PublishClient = OneOf([0, 1, 2])
export const ClientType = OneOf([1, 2])
export const Flag = OneOf([0, 1])
export const Percent = Type.Integer({ minimum: 0, maximum: 100 })
export const OrganizationName = Type.Object({ id: Id, name: Type.String() })
export const Named = Type.Object({ id: Id, name: Type.String() })
export const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })
export type Person = Static<typeof Person>

/** A subject as a card of a list shows it (COURSE-029). */
export const SubjectCard = Type.Object({
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  /** Address of the cover, or null where the subject has none. */
  coverUrl: Nullable(Type.String()),
  organization: OrganizationName,
  subjectType: SubjectType,
  publishClient: PublishClient,
  status: SubjectStatus,
  publishedAt: Nullable(Instant),
  stageCount: Type.Integer(),
  /** All contents, those of others in a personalized subject as well. */
  contentCount: Type.Integer(),
  learnerCount: Type.Integer(),
  shareCount: Type.Integer(),
  /** Stars of its learners, to one decimal; null without any. */
  score: Nullable(Type.Object({ average: Type.Number(), count: Type.Integer() })),
  commentCount: Type.Integer(),
  /** The caller's own state; null where the caller has not registered. */
  study: Nullable(Type.Object({ status: StudyStatus, percent: Percent, lastStudiedAt: Nullable(Instant) })),
})
export type SubjectCard = Static<typeof SubjectCard>

/**
 * Why a subject is not finished; the screen has a sentence for each code.
 * - `not-registered`, `abandoned`
 * - `visit-link` (of an external subject): its page was not opened yet
 * - `finish-required`: finishedCount of requiredCount required contents; `remaining` names the first three
 * - `nothing-required`: nothing in it is asked of the member now
 */
export const Reason = Type.Object({
  code: OneOf(['not-registered', 'abandoned', 'visit-link', 'finish-required', 'nothing-required']),
  finishedCount: Type.Optional(Type.Integer()),
  requiredCount: Type.Optional(Type.Integer()),
  remaining: Type.Optional(Type.Array(Type.Object({ contentId: Id, name: Type.String() }))),
})
export type Reason = Static<typeof Reason>

export const SubjectProgress = Type.Object({
  registered: Type.Boolean(),
  status: StudyStatus,
  /** Mean of the required contents' percent; 100 only when finished. */
  percent: Percent,
  finished: Type.Boolean(),
  finishedAt: Nullable(Instant),
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
  registeredAt: Nullable(Instant),
  lastStudiedAt: Nullable(Instant),
  /** The next content: the last started unfinished one, else the first unfinished one. */
  nextContentId: Nullable(Id),
  reasons: Type.Array(Reason),
})
export type SubjectProgress = Static<typeof SubjectProgress>

/** How the caller is with one content, as its owner says. */
const ContentProgress = Type.Object({
  isRegistered: Type.Boolean(),
  /** In the numbers of the content's kind; of courses map `course-study-status`. */
  finishStatus: Type.Integer(),
  isStarted: Type.Boolean(),
  isFinished: Type.Boolean(),
  percent: Percent,
  finishedAt: Nullable(Instant),
})

/** What stands in a stage (COURSE-025: businessName, businessType, isRequired). */
export const StageContent = Type.Object({
  id: Id,
  businessType: Type.Integer(),
  businessId: Id,
  businessName: Type.String(),
  /** The name of its kind in the caller's language. */
  kindName: Type.String(),
  coverUrl: Nullable(Type.String()),
  /** 1 required, 0 elective. */
  isRequired: Flag,
  /** False for content that was taken down or deleted: nobody can start it, and it is not required. */
  isAvailable: Type.Boolean(),
  /** Of a personalized subject: why it is here for the caller; null for what is here for all. */
  becauseOf: Nullable(OneOf(['position', 'organization', 'interest'])),
  progress: ContentProgress,
})
export type StageContent = Static<typeof StageContent>

/** `done`: nothing required is left. `current`: where studying goes on. `ahead`: the others. */
export const StageState = OneOf(['done', 'current', 'ahead'])
export type StageState = Static<typeof StageState>

export const Stage = Type.Object({
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  state: StageState,
  /** Mean of the required contents; of all where none is required. */
  percent: Percent,
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
  contents: Type.Array(StageContent),
})
export type Stage = Static<typeof Stage>
