/** Homework for those who run the class: its rules, who has handed in, the marks. */
import { type Static, Type } from 'typebox'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { RubricLevels } from '#modules/assessment/exams/contract.ts'
import { CLASS_CLOSED, CLASS_MISSING, runsClasses } from '#modules/training/classes/contract.ts'
import { ARCHIVE_EMPTY, ARCHIVE_RUNNING, ARCHIVE_TOO_LARGE, MARK_DOES_NOT_FIT, VERSION_DECIDED } from './codes.ts'
import { commentLengthMax, standing, Tenths, taskRules, Version } from './shapes.ts'

/** A homework of the class, and how many participants stand where. */
export const ClassHomework = Type.Object({
  activityId: Id,
  name: Type.String(),
  dueAt: Nullable(Instant),
  participants: Type.Integer(),
  /** Have handed in nothing. */
  open: Type.Integer(),
  waiting: Type.Integer(),
  returned: Type.Integer(),
  marked: Type.Integer(),
  passed: Type.Integer(),
  /** Handed in after the due time, or not at all until now. */
  late: Type.Integer(),
})
export type ClassHomework = Static<typeof ClassHomework>

export const memberFilters = ['open', 'waiting', 'returned', 'marked', 'late'] as const
export type MemberFilter = (typeof memberFilters)[number]

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

export const HomeworkMember = Type.Object({
  member: Person,
  organizationName: Type.String(),
  ...standing,
  /** Nothing was handed in until the due time. */
  isOverdue: Type.Boolean(),
})
export type HomeworkMember = Static<typeof HomeworkMember>

export const MemberWork = Type.Object({
  member: Type.Object({ ...Person.properties, organizationName: Type.String() }),
  ...standing,
  /** Newest first. The first one can be marked. */
  history: Type.Array(Version),
})
export type MemberWork = Static<typeof MemberWork>

const archiveStates = ['waiting', 'ready', 'failed'] as const

const Archive = Type.Object({
  state: OneOf(archiveStates),
  fileCount: Type.Integer(),
  sizeBytes: Nullable(Type.Integer()),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  /** Signed address of an archive that is ready. */
  url: Nullable(Type.String()),
})
export type Archive = Static<typeof Archive>

const ofClass = '/training/class-manage/{id}/homework'
const params = Type.Object({ id: Id, activityId: Id })
const ofMember = Type.Object({ id: Id, activityId: Id, memberId: Id })
const refusals = [CLASS_MISSING, NO_PERMISSION] as const
const found = [...refusals, NOT_FOUND] as const

export const markingCalls = {
  classHomework: {
    method: 'GET',
    path: ofClass,
    summary: 'The homework of a class, and how many participants have handed in',
    access: runsClasses,
    params: Type.Object({ id: Id }),
    response: Type.Array(ClassHomework),
    errors: refusals,
    cacheSeconds: 0,
  },
  homeworkTask: {
    method: 'GET',
    path: `${ofClass}/{activityId}`,
    summary: 'The task of a homework with the rules by which it is handed in and marked',
    access: runsClasses,
    params,
    response: Type.Object({
      ...{
        activityId: Id,
        name: Type.String(),
        text: Type.String(),
        dueAt: Nullable(Instant),
        isClosed: Type.Boolean(),
      },
      ...taskRules,
    }),
    errors: found,
    cacheSeconds: 0,
  },
  changeHomeworkTask: {
    method: 'PUT',
    path: `${ofClass}/{activityId}`,
    summary: 'Change the rules of a homework. Marks that are given stay as they are',
    access: runsClasses,
    params,
    body: Body(taskRules),
    response: Done,
    errors: [...found, CLASS_CLOSED, INVALID_INPUT],
  },
  homeworkMembers: {
    method: 'GET',
    path: `${ofClass}/{activityId}/members`,
    summary: 'The participants and where they are with the homework: what waits longest first, then by name',
    access: runsClasses,
    params,
    query: PageQuery({
      state: Type.Optional(OneOf(memberFilters)),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(HomeworkMember),
    errors: found,
    cacheSeconds: 0,
  },
  nextHomework: {
    method: 'GET',
    path: `${ofClass}/{activityId}/next`,
    summary: 'Whose version waits longest for a mark, and how many wait',
    access: runsClasses,
    params,
    query: Type.Object({
      /** Those who are left for later. */
      without: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    }),
    response: Type.Object({ memberId: Nullable(Id), waiting: Type.Integer() }),
    errors: found,
    cacheSeconds: 0,
  },
  memberHomework: {
    method: 'GET',
    path: `${ofClass}/{activityId}/members/{memberId}`,
    summary: 'What a participant has handed in, with the marks',
    access: runsClasses,
    params: ofMember,
    response: MemberWork,
    errors: found,
    cacheSeconds: 0,
  },
  markHomework: {
    method: 'POST',
    path: `${ofClass}/{activityId}/members/{memberId}/mark`,
    summary: 'Mark the newest version of a participant, correct its mark, or return it to be done over',
    access: runsClasses,
    params: ofMember,
    body: Body({
      submissionId: Id,
      decision: OneOf(['mark', 'return']),
      /** The chosen level of each criterion, where the task has a rubric. */
      levels: Nullable(RubricLevels),
      /** Null: a returned version needs no mark. */
      tenths: Nullable(Tenths),
      comment: OptionalText(commentLengthMax),
    }),
    onSelf: { refused: ['params.memberId'] },
    response: Done,
    errors: [...found, CLASS_CLOSED, VERSION_DECIDED, MARK_DOES_NOT_FIT, INVALID_INPUT],
  },
  startHomeworkArchive: {
    method: 'POST',
    path: `${ofClass}/{activityId}/archive`,
    summary: 'Collect the newest versions of all participants in one archive, as a task',
    access: runsClasses,
    params,
    response: Done,
    errors: [...found, ARCHIVE_RUNNING, ARCHIVE_TOO_LARGE, ARCHIVE_EMPTY],
  },
  homeworkArchive: {
    method: 'GET',
    path: `${ofClass}/{activityId}/archive`,
    summary: 'The newest archive that the caller has asked for; null: there is none',
    access: runsClasses,
    params,
    response: Type.Object({ archive: Nullable(Archive) }),
    errors: found,
    cacheSeconds: 0,
  },
} as const
