/** The calls of courses about proofs: hand in for a section, and what the caller has handed in. */
import type { Caller } from '#kit/caller.ts'
import {
  listOwnSubmissions,
  type SubmissionRow,
  submissionHistory,
  submit,
} from '#modules/content/submissions/server.ts'
import type { Paging } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import type { Proof, ProofState } from '../../contract/proof.ts'
import type { StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { sectionProgress } from '../study/completion-rules.ts'
import { findSectionProgress, getReviewedSection, isOpen, proofKind } from './proof-kind.ts'

interface SectionIds {
  readonly courseId: string
  readonly sectionId: string
}

const partOf = ({ courseId, sectionId }: SectionIds) => ({ subjectId: courseId, partId: sectionId })

/** Hands in proof: the section is pending review. After the deadline nothing is stored (COURSE-132). */
export async function handInProof(
  db: CoursesDb,
  ids: SectionIds,
  input: { readonly text: string; readonly fileIds: readonly string[] },
  context: Context,
) {
  const handedIn = await submit(db, proofKind, partOf(ids), { ...input, textField: 'text' }, context)
  const { id, section, facts, courseStatus } = handedIn
  return { id, progress: sectionProgress(section, facts, 100), courseStatus }
}

/** What is to be handed in for a section, and what the caller has handed in. */
export async function sectionProof(db: CoursesDb, caller: Caller, ids: SectionIds, now: number) {
  const part = partOf(ids)
  const section = await getReviewedSection(db, caller, part, now)
  const history = { ...part, kind: proofKind.key, memberId: caller.memberId }
  const progress = await findSectionProgress(db, caller, part)
  const { review_deadline: deadline, review_guide: guide } = section
  return {
    guide,
    deadline,
    canHandIn: (!progress || isOpen(progress)) && (deadline === null || now <= deadline),
    status: (progress?.status ?? 0) as StudyStatus,
    items: await submissionHistory(db, caller, history, now),
  }
}

/** The words of the call `audit-page` for the states of a submission. */
const wireStates = { waiting: 'waiting', accepted: 'agreed', returned: 'rejected' } as const
const statesByWire = { waiting: 'waiting', agreed: 'accepted', rejected: 'returned' } as const

function proofOf(row: SubmissionRow): Proof {
  return {
    id: row.id,
    courseId: row.subjectId,
    courseName: row.subjectName,
    sectionId: row.partId,
    sectionTitle: row.title,
    text: row.text,
    fileCount: row.fileIds.length,
    handedInAt: row.submittedAt,
    state: wireStates[row.state],
    opinion: row.opinion,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
  }
}

/** What the caller has handed in for courses, newest first (COURSE-118). */
export function listOwnProofs(
  db: CoursesDb,
  caller: Caller,
  { courseId, state, ...paging }: Paging & { readonly courseId?: string; readonly state?: ProofState },
) {
  const filter = { subjectId: courseId, state: state && statesByWire[state] }
  return listOwnSubmissions(db, caller, { ...paging, ...filter, kind: proofKind.key }, proofOf)
}
