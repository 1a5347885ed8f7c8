/** Submissions on the wire: what calls of several modules answer of something that a member handed in for review. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from './schema.ts'

export const submissionFilesMax = 10
export const submissionTextLengthMax = 5000
export const opinionLengthMax = 500

/** The states of a submission, in the order in which reviewers see them. */
export const submissionStates = ['waiting', 'accepted', 'returned'] as const
export const SubmissionState = OneOf(submissionStates)
export type SubmissionState = Static<typeof SubmissionState>

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

export const SubmissionFile = Type.Object({
  id: Id,
  name: Type.String(),
  sizeBytes: Type.Integer(),
  /** Signed address; null where the file is gone. */
  url: Nullable(Type.String()),
})
export type SubmissionFile = Static<typeof SubmissionFile>

/** What a member handed in once, and what became of it. */
export const Submission = Type.Object({
  id: Id,
  /** 1 for the first submission of the member for the same part, 2 for the second. */
  round: Type.Integer(),
  text: Type.String(),
  files: Type.Array(SubmissionFile),
  submittedAt: Instant,
  state: SubmissionState,
  opinion: Type.String(),
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(Person),
})
export type Submission = Static<typeof Submission>
