/** Calls about what is finished otherwise than by watching: proof and its audit, what somebody is let off, giving up. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import {
  ALREADY_FINISHED,
  COURSE_TAKEN_DOWN,
  FILE_DOES_NOT_FIT,
  NO_PROOF_ASKED,
  NOT_REGISTERED,
  PREREQUISITES_OPEN,
  PROOF_DECIDED,
  PROOF_NOT_OPEN,
  SUBMISSION_DEADLINE,
} from './errors.ts'
import { CourseProgress, Person, SectionProgress, StudyStatus } from './wire.ts'

export const proofFilesMax = 9

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

export const HandedInProof = Type.Object({ ...Proof.properties, member: Person })
export type HandedInProof = Static<typeof HandedInProof>

const ProofFile = Type.Object({
  id: Id,
  name: Type.String(),
  sizeBytes: Type.Integer(),
  /** Signed address; null where the file is gone. */
  url: Nullable(Type.String()),
})

const section = Type.Object({ id: Id, sectionId: Id })
const learner = Type.Object({ courseId: Id, memberId: Id })
const author = { permission: 'course.author' } as const
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
      items: Type.Array(Proof),
    }),
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_REGISTERED, NO_PROOF_ASKED],
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
      text: OptionalText(5000),
      fileIds: Type.Array(Id, { maxItems: proofFilesMax, uniqueItems: true }),
    }),
    response: Type.Object({ id: Id, progress: SectionProgress, courseStatus: StudyStatus }),
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      COURSE_TAKEN_DOWN,
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
  proofsToAudit: {
    method: 'GET',
    path: '/course-study/course-manage/audit-page',
    summary: 'What learners have handed in for courses that the caller makes, manages or teaches, the oldest first',
    access: 'signed-in',
    query: PageQuery({
      courseId: Type.Optional(Id),
      state: Type.Optional(ProofState),
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Page(HandedInProof),
    cacheSeconds: 0,
  },
  proof: {
    method: 'GET',
    path: '/course-study/proof/{id}',
    summary: 'Proof with its files, for who has handed it in and for who audits it',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Type.Object({ ...HandedInProof.properties, guide: Type.String(), files: Type.Array(ProofFile) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  decideProof: {
    method: 'POST',
    path: '/course-study/proof/{id}/decision',
    summary: 'Agree to proof, or reject it with an opinion: the section is then done, or its review has failed',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ agreed: Type.Boolean(), opinion: Type.Optional(OptionalText(500)) }),
    response: Done,
    errors: [NOT_FOUND, PROOF_DECIDED],
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
    summary: 'Let a learner off a section, with a reason',
    access: author,
    params: Type.Object({ ...learner.properties, sectionId: Id }),
    body: Body({ reason }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ALREADY_FINISHED],
  },
  markCourseDone: {
    method: 'POST',
    path: '/course-study/course-progress/{courseId}/learners/{memberId}/mark-done',
    summary: 'Mark the course of a learner as done, with a reason (COURSE-059)',
    access: author,
    params: learner,
    body: Body({ reason }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ALREADY_FINISHED],
  },
})
