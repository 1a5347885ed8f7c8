/**
 * The kinds of submissions. A module whose members hand something in registers a kind and says only what is its own: whether
 * the caller may submit now, who reviews, and what follows. Handing in, the files, the decision, the lists, the history,
 * personal data and the audit log are the same for every kind.
 */
import type { RawBuilder } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { type ErrorCode, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Context } from '#server/module.ts'

/** What a submission is about: a part of a subject, in the words of its kind a section of a course. */
export interface SubmissionPart {
  readonly subjectId: string
  readonly partId: string
}

/** A submission of a member, as its kind learns of it. */
export interface SubmissionRecord extends SubmissionPart {
  readonly id: string
  readonly companyId: string
  readonly memberId: string
  /** The name of the part when the member handed in. */
  readonly title: string
}

export interface Decision {
  readonly isAccepted: boolean
  readonly opinion: string
}

/** A kind as its reviewers see it. */
export interface ReviewedKind {
  readonly key: string
  /** What is handed in. */
  readonly label: Readonly<Record<Language, string>>
  /** The number of its subjects (map `business-type`). */
  readonly businessType: number
  /** The reviewers' list, up to the id of the subject with which the address ends. */
  readonly reviewLink: string
  /** What follows the id, where the address does not end with it: `/homework`. */
  readonly reviewLinkEnd?: string
  /** Where the member of the submission `s` hands in again. */
  readonly memberLinkSql: RawBuilder<string>
  /** Whether the caller, who is the member of the returned submission `s` about `subject`, can still hand in again. */
  isOpenSql(caller: Caller, now: number): RawBuilder<boolean>
  /** Until when the member of the submission `s` can hand in again; null without an end. */
  readonly deadlineSql?: RawBuilder<number | null>
  /** The table of the subjects: a name of a table with the columns `id`, `name` and `company_id`, joined as `subject`. */
  readonly subjects: RawBuilder<unknown>
  /** Whether the submission `s` about `subject` is there: its subject is not deleted. */
  readonly isPresentSql: RawBuilder<boolean>
  /** Whether the caller reviews the submission `s` about `subject`. The block itself excludes the caller's own ones. */
  reviewsSql(caller: Caller): RawBuilder<boolean>
  /** What the member of the submission `s` was asked to hand in. */
  readonly guideSql?: RawBuilder<string | null>
  /** Follows a decision in the same transaction: finishes the part, notifies the member. */
  decided(db: Connection, submission: SubmissionRecord, decision: Decision, now: number): Promise<void>
}

/** A kind as its module hands in by it. */
export interface SubmissionKind<Opened extends { readonly title: string }, Answer> extends ReviewedKind {
  /** The refusals of this kind's calls. */
  readonly refusals: {
    /** An earlier submission is not decided yet. */
    readonly waiting: ErrorCode
    /** A file does not exist, or belongs to somebody else. */
    readonly file: ErrorCode
  }
  /** Refuses unless the caller may submit for the part now; answers what `submitted` needs. Runs under the lock of the part. */
  assertOpen(db: Connection, part: SubmissionPart, context: Context): Promise<Opened>
  /** Follows a submission in the same transaction: marks the part, notifies the reviewers. */
  submitted(db: Connection, submission: SubmissionRecord, opened: Opened, context: Context): Promise<Answer>
}

export const submissionKind = extensionPoint<ReviewedKind>('submissions.kind')

/** The kind with this key; refuses a key that no module has registered. */
export function getKind(key: string): ReviewedKind {
  const kind = submissionKind.all().find((one) => one.key === key)
  if (!kind) throw refuse(NOT_FOUND)
  return kind
}
