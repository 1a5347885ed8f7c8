/** The calls of authors. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, AuthoredQuery, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { authorsExams } from './access.ts'
import { ADDRESS_RANGE_INVALID, EXAM_CHANGED, EXAM_NOT_READY, EXAM_STATUS } from './codes.ts'
import { ExamEntry } from './learning.ts'
import { type ExamRules, examFields, notReadyReasons } from './rules.ts'
import { PublishingState } from './states.ts'

const ExamInput = Body(examFields)
export type ExamInput = Static<typeof ExamInput>

export const newRules: ExamRules = {
  ...{ instructions: '', paperId: null, durationMinutes: 60, startAt: null, endAt: null },
  ...{ passTenths: 600, goodTenths: null, excellentTenths: null, attemptsMax: 1, countingRule: 'best' },
  ...{ leavesMax: null, password: null, hasPersonalPasswords: false, addressRanges: [] },
  ...{ viewingRule: 'after-end', scoreShown: 'at-once', photoCheck: null, registration: null },
}

/** What an exam holds until its author writes it. */
export const newExam: ExamInput = {
  ...{ name: '', summary: '', coverFileId: null, organizationIds: [], memberIds: [], graderIds: [] },
  ...{ invigilatorIds: [], rules: newRules },
}

const published = {
  state: PublishingState,
  /** Of the published rules. */
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
}

/** An exam in the list of its authors. */
const AuthoredExam = Type.Object({ ...AuthoredContent.properties, ...published })
export type AuthoredExam = Static<typeof AuthoredExam>

/** An exam as its editor shows it. */
export const EditedExam = Type.Object({
  ...AuthoredContent.properties,
  ...published,
  ...examFields,
  members: Type.Array(Type.Object({ id: Id, fullName: Type.String() })),
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
  /** What keeps it from being published as it is saved. */
  missing: Type.Array(OneOf(notReadyReasons)),
})
export type EditedExam = Static<typeof EditedExam>

/** An author may sit the own exam, but neither marks nor invigilates the own attempt. */
const onSelf = { allowed: 'Whoever is listed sits the exam, and somebody else marks it.' } as const

const params = Type.Object({ id: Id })
const manage = lifecycleCalls({
  noun: 'exam',
  path: '/exam-manage',
  access: authorsExams,
  changed: EXAM_CHANGED,
  notPossible: EXAM_STATUS,
  notReady: [EXAM_NOT_READY],
})

export const authoringCalls = {
  authoredExams: {
    method: 'GET',
    path: '/exam-manage',
    summary: 'The exams that the caller wrote or manages, the last changed first',
    access: authorsExams,
    query: AuthoredQuery,
    response: AuthoredPage(AuthoredExam),
    cacheSeconds: 0,
  },
  createExam: {
    method: 'POST',
    path: '/exam-manage',
    summary: 'Write a draft of an exam',
    access: authorsExams,
    body: ExamInput,
    response: Changed,
    errors: [NOT_FOUND, ADDRESS_RANGE_INVALID],
    onSelf,
  },
  editedExam: {
    method: 'GET',
    path: '/exam-manage/{id}',
    summary: 'The exam as its editor shows it',
    access: authorsExams,
    params,
    response: EditedExam,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeExam: {
    method: 'PUT',
    path: '/exam-manage/{id}',
    summary: 'Change an exam',
    access: authorsExams,
    params,
    body: Body({ ...examFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [NOT_FOUND, NO_PERMISSION, EXAM_CHANGED, EXAM_STATUS, ADDRESS_RANGE_INVALID],
    onSelf,
  },
  publishExam: manage.publish,
  withdrawExam: manage.withdraw,
  takeExamDown: manage.takeDown,
  discardExamChanges: manage.discard,
  deleteExam: manage.remove,
  previewExam: {
    method: 'GET',
    path: '/exam-manage/{id}/preview',
    summary: 'The draft as examinees would meet it, for authors and approvers',
    access: 'signed-in',
    params,
    response: ExamEntry,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
} as const
