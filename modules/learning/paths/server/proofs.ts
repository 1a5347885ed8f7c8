/** Proofs: what a member hands in for a section that needs review, and what is decided about it (COURSE-003, COURSE-104). */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import { holdersOfPermission, membersByIds, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import { PROOF_NOT_POSSIBLE } from '../contract/errors.ts'
import type { ProofState } from './completion-rules.ts'
import type { PathsDb } from './db.ts'
import { notifyOfDecision, notifyOfSubmission } from './messages.ts'
import { followedOrganizations, managedOrganizations } from './policy.ts'
import { pathOfMember, pathProgressOf, type VisiblePath } from './progress.ts'
import { openSection, settle } from './studying.ts'

/** Whether the caller follows the member `m.member_id` or manages the path `x`: whose proofs they decide about. */
export function decidesSql(caller: Caller) {
  return sql<boolean>`(x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}
    or m.organization_id in ${organizationsBelowSql(followedOrganizations(caller))})`
}

export interface HeldProgress {
  readonly id: string
  readonly memberId: string
  readonly pathId: string
  readonly businessType: number
  readonly businessId: string
  readonly isOwn: boolean
  readonly mayDecide: boolean
}

/** A progress of the caller, or one that they may decide about; others count as not there. */
export async function heldProgress(db: PathsDb, caller: Caller, id: string): Promise<HeldProgress> {
  const found = await db
    .selectFrom('paths.progress')
    .select(['id', 'member_id', 'path_id', 'business_type', 'business_id'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  const member = (await membersByIds(db, caller.companyId, [found.member_id])).get(found.member_id)
  const isOwn = found.member_id === caller.memberId
  const { rows } = await sql<{ decides: boolean }>`
    select ${decidesSql(caller)} as decides from paths.path x
    cross join (select ${member?.organizationId ?? null}::uuid as organization_id) m
    where x.id = ${found.path_id} and x.deleted_at is null`.execute(db)
  // Nobody decides about their own proof.
  const mayDecide = !isOwn && (rows[0]?.decides ?? false)
  if (!rows[0] || !(isOwn || mayDecide)) throw refuse(NOT_FOUND)
  return {
    id: found.id,
    memberId: found.member_id,
    pathId: found.path_id,
    businessType: found.business_type,
    businessId: found.business_id,
    isOwn,
    mayDecide,
  }
}

export async function pathOf(db: PathsDb, caller: Caller, progress: HeldProgress): Promise<VisiblePath> {
  const path = await pathOfMember(db, caller.companyId, progress.memberId, progress.pathId)
  if (!path) throw refuse(NOT_FOUND)
  return path
}

export const isOf =
  (progress: HeldProgress) =>
  ({ businessType, businessId }: { businessType: number; businessId: string }) =>
    businessType === progress.businessType && businessId === progress.businessId

export interface ProofWish {
  readonly result?: 'agree' | 'reject'
  readonly content?: string
  readonly fileIds?: readonly string[]
  readonly opinion?: string
}

const missing = (path: string) => refuse(INVALID_INPUT, { fields: [{ path, rule: 'required', message: 'is missing' }] })

export async function learnAudit(
  db: PathsDb,
  progressId: string,
  wish: ProofWish,
  context: Context,
): Promise<{ state: ProofState }> {
  const progress = await heldProgress(db, context.caller, progressId)
  // What is decided and handed in at the same time waits here.
  await sql`select id from paths.progress where id = ${progressId} for update`.execute(db)
  return wish.result === undefined
    ? handIn(db, progress, wish, context)
    : decide(db, progress, { ...wish, result: wish.result }, context)
}

async function handIn(db: PathsDb, progress: HeldProgress, wish: ProofWish, { caller, now }: Context) {
  if (!progress.isOwn) throw refuse(NO_PERMISSION)
  const { companyId, memberId } = caller
  const content = (wish.content ?? '').trim()
  const fileIds = wish.fileIds ?? []
  if (content === '' && fileIds.length === 0) throw missing('content')
  const path = await pathOf(db, caller, progress)
  const standing = await pathProgressOf(db, path, memberId, now)
  const section = openSection(standing, isOf(progress))
  if (!section.needsReview || section.proofState === 5 || section.proofState === 2) throw refuse(PROOF_NOT_POSSIBLE)
  await assertClean(db, companyId, { content })
  // Ten files at most.
  for (const id of fileIds) if (!(await ownsFile(db, { companyId, memberId }, id))) throw refuse(NOT_FOUND)
  await db
    .insertInto('paths.proof')
    .values({
      id: uuid(),
      progress_id: progress.id,
      company_id: companyId,
      state: 5,
      content,
      file_ids: [...fileIds],
      handed_in_at: now,
    })
    .execute()
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  const { organizationId } = caller
  const recipients = await holdersOfPermission(db, { companyId, permission: 'course.progress', organizationId })
  const about = { companyId, pathId: path.id, progressId: progress.id, path: path.name, section: section.name, now }
  await notifyOfSubmission(db, { ...about, memberId, member: member?.fullName ?? '', recipients })
  return { state: 5 as const }
}

async function decide(
  db: PathsDb,
  progress: HeldProgress,
  { result, opinion = '' }: ProofWish & { readonly result: 'agree' | 'reject' },
  context: Context,
) {
  const { caller, now } = context
  if (!progress.mayDecide) throw refuse(NO_PERMISSION)
  const words = opinion.trim()
  if (result === 'reject' && words === '') throw missing('opinion')
  await assertClean(db, caller.companyId, { opinion: words })
  const state = result === 'agree' ? (2 as const) : (6 as const)
  const { numUpdatedRows } = await db
    .updateTable('paths.proof')
    .set({ state, opinion: words, decided_by: caller.memberId, decided_at: now })
    .where('progress_id', '=', progress.id)
    .where('state', '=', 5)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse(PROOF_NOT_POSSIBLE)
  const path = await pathOf(db, caller, progress)
  const standing = await pathProgressOf(db, path, progress.memberId, now)
  await settle(db, standing, progress.memberId, now)
  const section = standing.chapters.flatMap(({ sections }) => sections).find(isOf(progress))
  const about = { companyId: caller.companyId, pathId: path.id, progressId: progress.id, path: path.name, now }
  const told = { ...about, section: section?.name ?? '', memberId: progress.memberId, opinion: words }
  await notifyOfDecision(db, { ...told, isAgreed: state === 2 })
  await recordDecision(db, progress, state, words, context)
  return { state }
}

/** The call itself asks for no permission, for members hand in by it too; what is decided is kept all the same. */
async function recordDecision(db: PathsDb, progress: HeldProgress, state: number, opinion: string, context: Context) {
  const { caller, now, ip, userAgent } = context
  const { companyId, memberId: actorId, roles: actorRoles } = caller
  const subjects = [{ type: 'path-proof', id: progress.id, before: { state: 5 }, after: { state, opinion } }]
  await recordAction(db, { action: 'paths.learnAudit', companyId, actorId, actorRoles, subjects, ip, userAgent, now })
}
