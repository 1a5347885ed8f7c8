/** Proofs of learning paths as a kind of submissions: a member hands one in about their progress in a section (COURSE-003). */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { SubmissionKind } from '#modules/content/submissions/server.ts'
import {
  directorySql,
  holdersOfPermission,
  membersByIds,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import { PROOF_NOT_POSSIBLE } from '../contract/errors.ts'
import { businessType } from '../contract/wire.ts'
import { type PathsDb, pathsTables } from './db.ts'
import { notifyOfDecision, notifyOfSubmission } from './messages.ts'
import { followedOrganizations, managedOrganizations } from './policy.ts'
import { pathOfMember, pathProgressOf, type SectionProgress, type VisiblePath } from './progress.ts'
import { openSection, settle } from './studying.ts'

/** Whether the caller follows this member or manages the path of this alias: the caller then reviews the member's proofs. */
export function reviewsSql(caller: Caller, path: string, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  const managed = managedOrganizations(caller)
  const followed = followedOrganizations(caller)
  // Whoever reviews nothing has nothing looked at, however much waits in the company.
  if (managed.length === 0 && followed.length === 0) return sql<boolean>`false`
  return sql`(${sql.ref(`${path}.organization_id`)} in ${organizationsBelowSql(managed)}
    or ${memberId} in (select followed.id from ${directorySql(caller.companyId)} followed
      where followed.organization_id in ${organizationsBelowSql(followed)}))`
}

export interface ProgressRecord {
  readonly id: string
  readonly memberId: string
  readonly pathId: string
  readonly businessType: number
  readonly businessId: string
}

export async function findProgress(db: PathsDb, companyId: string, id: string): Promise<ProgressRecord | undefined> {
  const { rows } = await sql<ProgressRecord>`
    select id, member_id as "memberId", path_id as "pathId", business_type as "businessType",
      business_id as "businessId"
    from paths.progress where id = ${id} and company_id = ${companyId}`.execute(db)
  return rows[0]
}

export const isOf =
  (progress: ProgressRecord) =>
  ({ businessType, businessId }: { businessType: number; businessId: string }) =>
    businessType === progress.businessType && businessId === progress.businessId

/** Whether a proof for the section can be handed in: none waits, and none was accepted. */
export function takesProof({ needsReview, proofState }: SectionProgress): boolean {
  return needsReview && proofState !== 'waiting' && proofState !== 'accepted'
}

async function getPathProgress(db: PathsDb, companyId: string, progress: ProgressRecord, now: number) {
  const path = await pathOfMember(db, companyId, progress.memberId, progress.pathId)
  if (!path) throw refuse(NOT_FOUND)
  return pathProgressOf(db, path, progress.memberId, now)
}

interface Opened {
  readonly title: string
  readonly path: VisiblePath
}

export const proofKind: SubmissionKind<Opened, object> = {
  key: 'path',
  label: { cn: '学习成果', en: 'Learning path proof' },
  businessType,
  reviewLink: '/admin/path-audits?path=',
  memberLinkSql: sql<string>`'/branch-post-learning-audit/' || s.subject_id || '/' || s.part_id`,
  isOpenSql: () => sql<boolean>`(subject.status = 'on-shelf' and exists (select from paths.registration open
    where open.member_id = s.member_id and open.path_id = s.subject_id and open.finished_at is null))`,
  subjects: sql`paths.path`,
  isPresentSql: sql`subject.deleted_at is null`,
  reviewsSql: (caller) => reviewsSql(caller, 'subject', sql`s.member_id`),
  refusals: { waiting: PROOF_NOT_POSSIBLE, file: NOT_FOUND },

  async assertOpen(connection, { partId }, { caller, now }) {
    const db = pathsTables(connection)
    const progress = await findProgress(db, caller.companyId, partId)
    if (progress?.memberId !== caller.memberId) throw refuse(NOT_FOUND)
    const pathProgress = await getPathProgress(db, caller.companyId, progress, now)
    const section = openSection(pathProgress, isOf(progress))
    if (!takesProof(section)) throw refuse(PROOF_NOT_POSSIBLE)
    return { title: section.name, path: pathProgress.path }
  },

  async submitted(connection, { companyId, memberId, partId }, { title, path }, { caller, now }) {
    const member = (await membersByIds(connection, companyId, [memberId])).get(memberId)
    const { organizationId } = caller
    const recipients = await holdersOfPermission(connection, {
      companyId,
      permission: 'course.progress',
      organizationId,
    })
    const about = { companyId, pathId: path.id, progressId: partId, path: path.name, section: title, now }
    await notifyOfSubmission(connection, { ...about, memberId, member: member?.fullName ?? '', recipients })
    return {}
  },

  async decided(connection, { companyId, memberId, partId, title }, { isAccepted, opinion }, now) {
    const db = pathsTables(connection)
    const progress = await findProgress(db, companyId, partId)
    if (!progress) throw refuse(NOT_FOUND)
    const pathProgress = await getPathProgress(db, companyId, progress, now)
    await settle(db, pathProgress, memberId, now)
    const section = pathProgress.chapters.flatMap(({ sections }) => sections).find(isOf(progress))
    const { id: pathId, name: path } = pathProgress.path
    const about = { companyId, pathId, progressId: partId, path, section: section?.name ?? title, now }
    await notifyOfDecision(connection, { ...about, memberId, opinion, isAgreed: isAccepted })
  },
}
