/** Calls about sections that are finished in another way than by watching: proof, waivers; and giving a course up. */

import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { Submission, submissionFilesMax, submissionTextLengthMax } from '#kit/submissions.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { authorsCourses } from './access.ts'
import {
  ALREADY_FINISHED,
  COURSE_TAKEN_DOWN,
  FILE_DOES_NOT_FIT,
  NO_PROOF_ASKED,
  NOT_REGISTERED,
  PREREQUISITES_OPEN,
  PROOF_NOT_OPEN,
  SUBMISSION_DEADLINE,
} from './errors.ts'
import { CourseProgress, Person, SectionProgress, StudyStatus } from './wire.ts'

export const ProofState = OneOf(['waiting', 'agreed', 'rejected'])
export type ProofState = Static<typeof ProofState>

/** What was handed in once, and what became of it. */
export const Proof = Type.Object({
  id: Id,
  courseId: Id,
  courseName: Type.String(),
  sectionId: Id,
  /** As it was called when it was handed in. */
  sectionTitle: Type.String(),
  text: Type.String(),
  fileCount: Type.Integer(),
  handedInAt: Instant,
  state: ProofState,
  opinion: Type.String(),
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(Person),
})
export type Proof = Static<typeof Proof>

const section = Type.Object({ id: Id, sectionId: Id })
const learner = Type.Object({ courseId: Id, memberId: Id })
const reason = Text(300)

export const proofCalls = contract({
  sectionProof: {
    method: 'GET',
    path: '/course-study/course-front/{id}/sections/{sectionId}/proof',
    summary: 'What is to be handed in for a section, until when, and what the caller has handed in, the newest first',
    access: 'signed-in',
    params: section,
    response: Type.Object({
      guide: Type.String(),
      deadline: Nullable(Instant),
      canHandIn: Type.Boolean(),
      status: StudyStatus,
      items: Type.Array(Submission),
    }),
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_BOUGHT, NOT_REGISTERED, NO_PROOF_ASKED],
    cacheSeconds: 0,
  },
  handInProof: {
    method: 'POST',
    path: '/course-study/course-front/{id}/sections/{sectionId}/proof',
    summary:
      'Hand in proof for a section; it is then pending review (COURSE-058). After the deadline nothing is stored',
    access: 'signed-in',
    params: section,
    body: Body({
      text: OptionalText(submissionTextLengthMax),
      fileIds: Type.Array(Id, { maxItems: submissionFilesMax, uniqueItems: true }),
    }),
    response: Type.Object({ id: Id, progress: SectionProgress, courseStatus: StudyStatus }),
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      COURSE_TAKEN_DOWN,
      NOT_BOUGHT,
      NOT_REGISTERED,
      PREREQUISITES_OPEN,
      NO_PROOF_ASKED,
      SUBMISSION_DEADLINE,
      PROOF_NOT_OPEN,
      FILE_DOES_NOT_FIT,
    ],
  },
  auditPage: {
    method: 'GET',
    path: '/course-study/course-front/audit-page',
    summary: 'What the caller has handed in, and what auditors said to it, the newest first (COURSE-118)',
    access: 'signed-in',
    query: PageQuery({ courseId: Type.Optional(Id), state: Type.Optional(ProofState) }),
    response: Page(Proof),
    cacheSeconds: 0,
  },
  abandonCourse: {
    method: 'POST',
    path: '/course-study/course-front/{id}/abandon',
    summary: 'Give up a course that is not finished (COURSE-059); studying it again takes it back. Progress is kept',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: CourseProgress,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_REGISTERED, ALREADY_FINISHED],
  },
  waiveSection: {
    method: 'POST',
    path: '/course-study/course-progress/{courseId}/learners/{memberId}/sections/{sectionId}/waive',
    summary: 'Waive a section for a learner, with a reason',
    access: authorsCourses,
    params: Type.Object({ ...learner.properties, sectionId: Id }),
    body: Body({ reason }),
    onSelf: { refused: ['params.memberId'] },
    response: Done,
    errors: [NOT_FOUND, ALREADY_FINISHED],
  },
  markCourseDone: {
    method: 'POST',
    path: '/course-study/course-progress/{courseId}/learners/{memberId}/mark-done',
    summary: 'Mark the course of a learner as done, with a reason (COURSE-059)',
    access: authorsCourses,
    params: learner,
    body: Body({ reason }),
    onSelf: { refused: ['params.memberId'] },
    response: Done,
    errors: [NOT_FOUND, ALREADY_FINISHED],
  },
})
