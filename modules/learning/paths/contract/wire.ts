/** The shapes that several calls of learning paths share. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import type { SubmissionState } from '#kit/submissions.ts'

/** Learning paths in map `business-type`: position study. */
export const businessType = 17
/** The most sections of one path. */
export const sectionsMax = 1000

/** A chapter shows its sections in pages of so many (COURSE-050). */
export const sectionPageSize = 100

export const Flag = OneOf([0, 1])
export const Percent = Type.Integer({ minimum: 0, maximum: 100 })

/** Map `learn-sequence`: 1 in order, chapters are locked; 0 in any order (COURSE-055). */
export const LearnSequence = OneOf([0, 1])

const pathStatuses = ['draft', 'on-shelf', 'off-shelf'] as const
export const PathStatus = OneOf(pathStatuses)
export type PathStatus = Static<typeof PathStatus>

export const pathActions = ['edit', 'publish', 'take-off-shelf', 'delete', 'see-learners'] as const
export const PathAction = OneOf(pathActions)
export type PathAction = Static<typeof PathAction>

export const BilingualName = Type.Object({ cn: Type.String(), en: Type.String() })

/** A member as these screens show one. */
export const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

/** Named sections that are still to be finished: the first three, and how many there are. */
export const Remaining = Type.Object({
  count: Type.Integer(),
  first: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type Remaining = Static<typeof Remaining>

/**
 * Why a chapter is locked; the screen has a sentence for each code.
 * - `earlier-chapters`: `remaining` of earlier chapters (COURSE-040)
 * - `opens-later`: at `opensAt`
 * - `closed`: since `closesAt`
 */
export const ChapterLock = Type.Object({
  code: OneOf(['earlier-chapters', 'opens-later', 'closed']),
  remaining: Nullable(Remaining),
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
})
export type ChapterLock = Static<typeof ChapterLock>

/** Map `course-study-status` of a proof: 5 pending review, 6 review failed; 2 agreed to. */
export const ProofState = OneOf([2, 5, 6])
export type ProofState = Static<typeof ProofState>

/** The numbers of that map for the states of a submission. */
export const proofStates = { waiting: 5, accepted: 2, returned: 6 } as const satisfies Record<
  SubmissionState,
  ProofState
>

/** A section of a path for one member (COURSE-020). */
export const PositionSection = Type.Object({
  id: Id,
  businessId: Id,
  businessType: Type.Integer(),
  kind: BilingualName,
  name: Type.String(),
  /** Where it is studied; null while its chapter is locked or its content is away. */
  link: Nullable(Type.String()),
  /** 1 required, 0 elective; of a choice, none is required by itself. */
  require: Flag,
  /** The choice of the chapter that it belongs to. */
  choiceId: Nullable(Id),
  needsReview: Type.Boolean(),
  /** In the numbers of its kind; 5 and 6 where its proof waits or was rejected. */
  finishStatus: Type.Integer(),
  /** Decided by the server from kind and status (COURSE-044 to COURSE-046). */
  isFinished: Type.Boolean(),
  percent: Percent,
  /** False where its content is off the shelf or deleted: it is then in nobody's way. */
  isAvailable: Type.Boolean(),
  /** There since the member opened it, or since the proof was handed in. */
  progressId: Nullable(Id),
  proofState: Nullable(ProofState),
})
export type PositionSection = Static<typeof PositionSection>

/** Some of the sections, of which so many are enough. */
export const Choice = Type.Object({
  id: Id,
  title: Type.String(),
  neededCount: Type.Integer(),
  finishedCount: Type.Integer(),
  sectionCount: Type.Integer(),
  isFinished: Type.Boolean(),
})
export type Choice = Static<typeof Choice>

/** Map `learning-path-load-status`: 0 more sections exist, 2 all loaded; 1 is the screen's while it loads. */
const LoadStatus = OneOf([0, 2])

export const PathChapter = Type.Object({
  id: Id,
  /** From 0. */
  index: Type.Integer(),
  title: Type.String(),
  summary: Type.String(),
  /** What to draw where the chapter is locked. */
  lockIcon: Nullable(OneOf(['lock'])),
  lock: Nullable(ChapterLock),
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  choices: Type.Array(Choice),
  sectionCount: Type.Integer(),
  finishedCount: Type.Integer(),
  /** Required sections and choices, and those of them that are done. */
  requiredCount: Type.Integer(),
  requiredDoneCount: Type.Integer(),
  isFinished: Type.Boolean(),
  loadStatus: LoadStatus,
  /** The page of sections that this answer holds, from 1. */
  pageIndex: Type.Integer(),
  positionSections: Type.Array(PositionSection),
  /** The ids of the sections that this page adds. */
  newSections: Type.Array(Id),
})
export type PathChapter = Static<typeof PathChapter>

export const PathStudy = Type.Object({
  registeredAt: Instant,
  percent: Percent,
  isFinished: Type.Boolean(),
  finishedAt: Nullable(Instant),
  lastStudiedAt: Nullable(Instant),
})

/** A path as a card of a list shows it. */
export const PathCard = Type.Object({
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  /** Address of the cover, or null where the path has none. */
  coverUrl: Nullable(Type.String()),
  channelName: Nullable(Type.String()),
  learnSequence: LearnSequence,
  chapterCount: Type.Integer(),
  sectionCount: Type.Integer(),
  isOnShelf: Type.Boolean(),
  /** Null where the caller has not registered. */
  study: Nullable(PathStudy),
})
export type PathCard = Static<typeof PathCard>
