/** Submissions: what members hand in for review. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { opinionLengthMax, Submission, SubmissionState } from '#kit/submissions.ts'

/** Another reviewer has decided about the submission. `data.state` */
export const SUBMISSION_DECIDED = errorCode(382001)

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

const place = {
  subjectId: Id,
  subjectName: Type.String(),
  partId: Id,
  /** The name of the part when the member handed in. */
  title: Type.String(),
  member: Type.Object({ ...Person.properties, organizationName: Type.String() }),
}

export const ReviewItem = Type.Object({
  id: Id,
  round: Type.Integer(),
  ...place,
  fileCount: Type.Integer(),
  submittedAt: Instant,
  state: SubmissionState,
})
export type ReviewItem = Static<typeof ReviewItem>

export const SubmissionDetails = Type.Object({
  ...Submission.properties,
  ...place,
  /** What the member was asked to hand in. */
  guide: Type.String(),
  canDecide: Type.Boolean(),
  /** Earlier submissions of the member for the same part, newest first. */
  earlier: Type.Array(Submission),
})
export type SubmissionDetails = Static<typeof SubmissionDetails>

export const submissions = contract({
  reviews: {
    method: 'GET',
    path: '/submissions/reviews',
    summary:
      'The submissions of a kind that the caller reviews: the waiting ones oldest first, decided ones newest first',
    access: 'signed-in',
    query: PageQuery({
      kind: Type.String({ minLength: 1, maxLength: 30 }),
      /** Without it: `waiting`. */
      state: Type.Optional(SubmissionState),
      subjectId: Type.Optional(Id),
      /** A part of the member's name. */
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Page(ReviewItem),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  submission: {
    method: 'GET',
    path: '/submissions/{id}',
    summary: 'A submission with its files, for its member and its reviewers',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: SubmissionDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  decideSubmission: {
    method: 'POST',
    path: '/submissions/{id}/decision',
    summary: 'Accept a submission, or return it with an opinion',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ accepted: Type.Boolean(), opinion: Type.Optional(OptionalText(opinionLengthMax)) }),
    onSelf: { refusedByRow: 'a submission of the caller, which is as if it did not exist' },
    response: Done,
    errors: [NOT_FOUND, SUBMISSION_DECIDED],
  },
})
