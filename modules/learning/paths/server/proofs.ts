/** The calls of learning paths about proofs (COURSE-003, COURSE-104). Map `course-study-status` says their states. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { decide, findLatestSubmission, submissionHistory, submit } from '#modules/content/submissions/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { PROOF_NOT_POSSIBLE } from '../contract/errors.ts'
import type { SectionAudit } from '../contract/learning.ts'
import { type ProofState, proofStates } from '../contract/wire.ts'
import { isFinishedSection } from './completion-rules.ts'
import type { PathsDb } from './db.ts'
import { kindName } from './learning.ts'
import { type PathProgress, pathOfMember, pathProgressOf } from './progress.ts'
import { findProgress, isOf, type ProgressRecord, proofKind, reviewsSql, takesProof } from './proof-kind.ts'

interface ReadableProgress extends ProgressRecord {
  readonly isOwn: boolean
  readonly mayDecide: boolean
}

/** A progress of the caller, or one that they may decide about; others count as not there. */
async function getProgress(db: PathsDb, caller: Caller, id: string): Promise<ReadableProgress> {
  const progress = await findProgress(db, caller.companyId, id)
  if (!progress) throw refuse(NOT_FOUND)
  const isOwn = progress.memberId === caller.memberId
  const { rows } = await sql<{ reviews: boolean }>`
    select ${reviewsSql(caller, 'path', sql`${progress.memberId}::uuid`)} as reviews from paths.path path
    where path.id = ${progress.pathId} and path.deleted_at is null`.execute(db)
  // Nobody decides about their own proof.
  const mayDecide = !isOwn && (rows[0]?.reviews ?? false)
  if (!rows[0] || !(isOwn || mayDecide)) throw refuse(NOT_FOUND)
  return { ...progress, isOwn, mayDecide }
}

const keyOf = ({ id, pathId, memberId }: ProgressRecord) => {
  return { kind: proofKind.key, subjectId: pathId, partId: id, memberId }
}

interface LearnAuditInput {
  readonly result?: 'agree' | 'reject'
  readonly content?: string
  readonly fileIds?: readonly string[]
  readonly opinion?: string
}

/** Hands in a proof, or decides about the newest one. */
export async function learnAudit(
  db: PathsDb,
  progressId: string,
  { result, content = '', fileIds = [], opinion = '' }: LearnAuditInput,
  context: Context,
): Promise<{ state: ProofState }> {
  const progress = await getProgress(db, context.caller, progressId)
  if (result === undefined) {
    if (!progress.isOwn) throw refuse(NO_PERMISSION)
    const part = { subjectId: progress.pathId, partId: progressId }
    await submit(db, proofKind, part, { text: content, fileIds, textField: 'content' }, context)
    return { state: proofStates.waiting }
  }
  if (!progress.mayDecide) throw refuse(NO_PERMISSION)
  const id = await findLatestSubmission(db, keyOf(progress))
  if (id === undefined) throw refuse(PROOF_NOT_POSSIBLE)
  const isAccepted = result === 'agree'
  await decide(db, id, { isAccepted, opinion }, context, PROOF_NOT_POSSIBLE)
  return { state: isAccepted ? proofStates.accepted : proofStates.returned }
}

function canHandIn(pathProgress: PathProgress, fits: ReturnType<typeof isOf>): boolean {
  const index = pathProgress.chapters.findIndex(({ sections }) => sections.some(fits))
  const section = pathProgress.chapters[index]?.sections.find(fits)
  if (!section || pathProgress.verdicts[index]?.lock !== null || pathProgress.path.status !== 'on-shelf') return false
  return takesProof(section)
}

export async function sectionAudit(db: PathsDb, caller: Caller, id: string, now: number): Promise<SectionAudit> {
  const progress = await getProgress(db, caller, id)
  const path = await pathOfMember(db, caller.companyId, progress.memberId, progress.pathId)
  if (!path) throw refuse(NOT_FOUND)
  const pathProgress = await pathProgressOf(db, path, progress.memberId, now)
  const section = pathProgress.chapters.flatMap(({ sections }) => sections).find(isOf(progress))
  const member = (await membersByIds(db, caller.companyId, [progress.memberId])).get(progress.memberId)
  const history = await submissionHistory(db, caller, keyOf(progress), now)
  return {
    progressId: id,
    pageId: path.id,
    pathName: path.name,
    sectionName: section?.name ?? '',
    kind: { ...kindName(progress.businessType) },
    link: progress.isOwn && section?.isAvailable ? (section.item?.link ?? null) : null,
    member: { id: progress.memberId, fullName: member?.fullName ?? '', avatarPath: member?.avatarPath ?? '' },
    isOwn: progress.isOwn,
    isContentFinished: section?.isContentFinished ?? false,
    isFinished: section ? isFinishedSection(section.businessType, section.finishStatus) : false,
    canHandIn: progress.isOwn && canHandIn(pathProgress, isOf(progress)),
    canDecide: progress.mayDecide && history[0]?.state === 'waiting',
    proofs: history.map(({ text, submittedAt, state, round: _, ...proof }) => {
      return { ...proof, content: text, handedInAt: submittedAt, state: proofStates[state] }
    }),
  }
}
