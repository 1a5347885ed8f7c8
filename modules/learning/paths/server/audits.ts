/** Proofs as the screens of their audit show them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { filesByIds, grantAccess } from '#modules/platform/files/server.ts'
import { directorySql, membersByIds } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { AuditRow, Proof, SectionAudit } from '../contract/learning.ts'
import { isFinishedSection, type ProofState } from './completion-rules.ts'
import type { PathsDb } from './db.ts'
import { kindName } from './learning.ts'
import { type PathProgress, pathProgressOf } from './progress.ts'
import { decidesSql, heldProgress, isOf, pathOf } from './proofs.ts'

interface ProofRow {
  readonly id: string
  readonly state: ProofState
  readonly content: string
  readonly file_ids: string[]
  readonly handed_in_at: number
  readonly decided_by: string | null
  readonly decided_at: number | null
  readonly opinion: string
}

/** A look at a proof takes so long at most before the files are asked for again. */
const fileSeconds = 3600

async function proofsOf(db: PathsDb, caller: Caller, progressId: string, now: number): Promise<Proof[]> {
  const { rows } = await sql<ProofRow>`
    select id, state, content, file_ids, handed_in_at, decided_by, decided_at, opinion from paths.proof
    where progress_id = ${progressId} order by handed_in_at desc, id desc limit 20`.execute(db)
  const { companyId, memberId } = caller
  const files = await filesByIds(
    db,
    companyId,
    rows.flatMap((row) => row.file_ids),
  )
  const deciders = await membersByIds(
    db,
    companyId,
    rows.flatMap((row) => row.decided_by ?? []),
  )
  const addresses = new Map<string, string>()
  for (const fileId of files.keys()) {
    addresses.set(fileId, await grantAccess(db, { companyId, fileId, memberId, seconds: fileSeconds, now }))
  }
  return rows.map((row) => {
    const decider = row.decided_by === null ? undefined : deciders.get(row.decided_by)
    return {
      id: row.id,
      state: row.state,
      content: row.content,
      files: row.file_ids.map((id) => ({ id, name: files.get(id)?.name ?? '', url: addresses.get(id) ?? null })),
      handedInAt: row.handed_in_at,
      decidedBy: decider ? { id: decider.id, fullName: decider.fullName, avatarPath: decider.avatarPath } : null,
      decidedAt: row.decided_at,
      opinion: row.opinion,
    }
  })
}

function canHandIn(progress: PathProgress, fits: ReturnType<typeof isOf>): boolean {
  const index = progress.chapters.findIndex(({ sections }) => sections.some(fits))
  const section = progress.chapters[index]?.sections.find(fits)
  if (!section || progress.verdicts[index]?.lock !== null || progress.path.status !== 'on-shelf') return false
  return section.needsReview && section.proofState !== 5 && section.proofState !== 2
}

export async function sectionAudit(db: PathsDb, caller: Caller, id: string, now: number): Promise<SectionAudit> {
  const progress = await heldProgress(db, caller, id)
  const path = await pathOf(db, caller, progress)
  const standing = await pathProgressOf(db, path, progress.memberId, now)
  const section = standing.chapters.flatMap(({ sections }) => sections).find(isOf(progress))
  const member = (await membersByIds(db, caller.companyId, [progress.memberId])).get(progress.memberId)
  const proofs = await proofsOf(db, caller, id, now)
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
    canHandIn: progress.isOwn && canHandIn(standing, isOf(progress)),
    canDecide: progress.mayDecide && proofs[0]?.state === 5,
    proofs,
  }
}

type AuditListRow = Omit<AuditRow, 'member'> & { memberId: string; fullName: string; avatarPath: string }

export async function listAudits(db: PathsDb, caller: Caller, query: Paging & { state?: ProofState; pageId?: string }) {
  const { state = 5, pageId } = query
  const matching = sql`from paths.proof f join paths.progress p on p.id = f.progress_id
    join paths.path x on x.id = p.path_id and x.deleted_at is null
    join ${directorySql(caller.companyId)} m on m.id = p.member_id
    where f.company_id = ${caller.companyId} and f.state = ${state} and p.member_id <> ${caller.memberId}
      and ${pageId === undefined ? sql`true` : sql`x.id = ${pageId}`} and ${decidesSql(caller)}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<AuditListRow>`
      select p.id as "progressId", x.id as "pageId", x.name as "pathName", coalesce((select s.name from paths.section s
          where s.path_id = p.path_id and s.business_type = p.business_type and s.business_id = p.business_id), '')
          as "sectionName",
        m.id as "memberId", m.full_name as "fullName", m.avatar_path as "avatarPath",
        m.organization_name as "organizationName", f.state, f.handed_in_at as "handedInAt"
      ${matching} order by f.handed_in_at, f.id ${window}`,
  })
  const items = rows.map(({ memberId, fullName, avatarPath, ...row }) => ({
    ...row,
    member: { id: memberId, fullName, avatarPath },
  }))
  return { items, recordCount }
}
