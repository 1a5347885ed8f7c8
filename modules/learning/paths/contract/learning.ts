/** Calls of learners: where they stand on a path, what is next, and what is locked. */
import { type Static, Type } from 'typebox'
import { CompletionAwards } from '#kit/completion-awards.ts'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { SubmissionFile, submissionFilesMax } from '#kit/submissions.ts'
import { IsPay, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { CHAPTER_LOCKED, NOT_REGISTERED, PATH_NOT_OPEN, PATH_OFF_SHELF, PROOF_NOT_POSSIBLE } from './errors.ts'
import {
  BilingualName,
  LearnSequence,
  PathCard,
  PathChapter,
  PathStudy,
  Person,
  ProofState,
  Remaining,
  sectionPageSize,
} from './wire.ts'

/** What a member writes about a section, and what a reviewer answers. */
export const proofLengthMax = 3000
const opinionLengthMax = 100

const pagePages = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 }))
const pageSections = Type.Optional(Type.Integer({ minimum: 1, maximum: sectionPageSize, default: sectionPageSize }))

/** Where the member is: indexes from 0 (COURSE-021). The section may stand on a page that is not loaded: so its name. */
export const ActivePlace = Type.Object({
  chapterId: Id,
  chapterIndex: Type.Integer(),
  sectionId: Id,
  sectionIndex: Type.Integer(),
  sectionName: Type.String(),
})
export type ActivePlace = Static<typeof ActivePlace>

export const PositionBasicInfo = Type.Object({
  pageId: Id,
  name: Type.String(),
  summary: Type.String(),
  /** Address of the cover, or null where the path has none. */
  coverUrl: Nullable(Type.String()),
  channelName: Nullable(Type.String()),
  isOnShelf: Type.Boolean(),
  /** Everybody may register. */
  isOpen: Type.Boolean(),
  /** The caller would register by themselves, and has to buy it first. */
  isUnpaid: Type.Boolean(),
  learnSequence: LearnSequence,
  /** The section that was opened last (COURSE-048). */
  lessonLocation: Nullable(Id),
  totalChapter: Type.Integer(),
  /** Null in a path without sections. */
  active: Nullable(ActivePlace),
  /** The first section that is open, required and not finished: what to do next. */
  next: Nullable(ActivePlace),
  /** The completion awards of the path. */
  gives: CompletionAwards,
  /** Null where the caller has not registered. */
  study: Nullable(PathStudy),
})
export type PositionBasicInfo = Static<typeof PositionBasicInfo>

export const Proof = Type.Object({
  id: Id,
  state: ProofState,
  content: Type.String(),
  files: Type.Array(SubmissionFile),
  handedInAt: Instant,
  decidedBy: Nullable(Person),
  decidedAt: Nullable(Instant),
  opinion: Type.String(),
})
export type Proof = Static<typeof Proof>

/** The progress of a member in a section, as the screen of its audit shows it (COURSE-003). */
export const SectionAudit = Type.Object({
  progressId: Id,
  pageId: Id,
  pathName: Type.String(),
  sectionName: Type.String(),
  kind: BilingualName,
  /** Null for who may not open it, and where the content is away. */
  link: Nullable(Type.String()),
  member: Person,
  isOwn: Type.Boolean(),
  isContentFinished: Type.Boolean(),
  isFinished: Type.Boolean(),
  canHandIn: Type.Boolean(),
  canDecide: Type.Boolean(),
  /** Newest first. */
  proofs: Type.Array(Proof),
})
export type SectionAudit = Static<typeof SectionAudit>

export const learning = contract({
  myPaths: {
    method: 'GET',
    path: '/course-study/position/front/my-paths',
    summary: "The caller's learning paths, and those that are open for everybody; what the post asks for is assigned",
    access: 'signed-in',
    noDryRun: 'reading',
    writes: true,
    query: PageQuery({
      state: Type.Optional(OneOf(['learning', 'done', 'open'])),
      isPay: Type.Optional(IsPay),
    }),
    response: Page(PathCard),
  },
  findBasicInfo: {
    method: 'GET',
    path: '/course-study/position/front/find-basic-info',
    summary: 'What a learning path is, and where the caller stands (COURSE-106)',
    access: 'signed-in',
    query: Type.Object({ pageId: Id }),
    response: PositionBasicInfo,
    errors: [NOT_FOUND],
  },
  findChapterSectionInfo: {
    method: 'GET',
    path: '/course-study/position/front/find-chapter-section-info',
    summary: 'The chapters of a learning path with their sections, 100 a page; with `chapter`, that one (COURSE-107)',
    access: 'signed-in',
    query: Type.Object({ pageId: Id, chapter: Type.Optional(Id), page: pagePages, pageSize: pageSections }),
    response: Type.Object({ items: Type.Array(PathChapter), totalChapter: Type.Integer() }),
    errors: [NOT_FOUND],
  },
  findPoint: {
    method: 'GET',
    path: '/course-study/position/front/point/{pointId}',
    summary: 'A point of a learning path: one chapter with its sections (COURSE-004)',
    access: 'signed-in',
    params: Type.Object({ pointId: Id }),
    query: Type.Object({ page: pagePages, pageSize: pageSections }),
    response: Type.Object({ path: PositionBasicInfo, chapter: PathChapter }),
    errors: [NOT_FOUND],
  },
  registerForPath: {
    method: 'POST',
    path: '/course-study/position/front/register',
    summary: 'Register for a learning path that is open for everybody',
    access: 'signed-in',
    body: Body({ pathId: Id }),
    response: Done,
    errors: [NOT_FOUND, PATH_OFF_SHELF, PATH_NOT_OPEN, NOT_BOUGHT],
  },
  updateLessonLocation: {
    method: 'POST',
    path: '/course-study/position-manage/update-lesson-location',
    summary: 'Open a section: the next visit starts there (COURSE-109)',
    access: 'signed-in',
    body: Body({ pathId: Id, sectionId: Id }),
    response: Type.Object({ lessonLocation: Id, progressId: Id, link: Nullable(Type.String()) }),
    errors: [NOT_FOUND, NOT_REGISTERED, NOT_BOUGHT, PATH_OFF_SHELF, CHAPTER_LOCKED],
  },
  hasFinish: {
    method: 'GET',
    path: '/course-study/position/front/has-finish',
    summary: 'Whether the caller has finished a learning path, and what is missing (COURSE-110)',
    access: 'signed-in',
    noDryRun: 'reading',
    writes: true,
    query: Type.Object({ pageId: Id }),
    response: Type.Object({ hasFinish: Type.Boolean(), finishedAt: Nullable(Instant), remaining: Remaining }),
    errors: [NOT_FOUND],
  },
  sectionAudit: {
    method: 'GET',
    path: '/course-study/position/front/learn-audit/{id}',
    summary: 'A progress with its proofs: for its member, and for who may decide about it',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: SectionAudit,
    errors: [NOT_FOUND],
  },
  learnAudit: {
    method: 'POST',
    path: '/course-study/position/front/learn-audit/{id}',
    summary: 'Hand in a progress for audit, which makes it pending; or decide about one (COURSE-104)',
    access: 'signed-in',
    form: true,
    params: Type.Object({ id: Id }),
    body: Body({
      /** Without it, the member hands in. */
      result: Type.Optional(OneOf(['agree', 'reject'])),
      /** What the member has to show, with the files. */
      content: Type.Optional(OptionalText(proofLengthMax)),
      fileIds: Type.Optional(Type.Array(Id, { maxItems: submissionFilesMax, uniqueItems: true })),
      /** Of who decides; a rejection says why. */
      opinion: Type.Optional(OptionalText(opinionLengthMax)),
    }),
    response: Type.Object({ state: ProofState }),
    errors: [NOT_FOUND, NO_PERMISSION, NOT_REGISTERED, PATH_OFF_SHELF, CHAPTER_LOCKED, PROOF_NOT_POSSIBLE],
  },
})
