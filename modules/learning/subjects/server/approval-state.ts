/** Where the application to publish a subject stands. The subject knows of it; approvals knows how far it is. */
import { approvalsOf } from '#modules/platform/approvals/server.ts'
import type { ApprovalState } from '../contract/wire.ts'
import type { SubjectsDb } from './db.ts'

/** Publishing a subject among what approval can be set for (map `approval-business-type`: 1 course, 2 live). */
export const approvalType = 5

export type StoredApproval = 'waiting' | 'refused' | null

export interface SubjectApproval {
  readonly processId: string
  readonly state: ApprovalState
  readonly opinion: string
}

/** The applications that still matter, by subject. One statement; none where no subject of the page has applied. */
export async function approvalsBySubject(
  db: SubjectsDb,
  companyId: string,
  rows: readonly { readonly id: string; readonly approval: StoredApproval }[],
): Promise<Map<string, SubjectApproval>> {
  const applied = rows.filter((row) => row.approval !== null)
  const ids = applied.map((row) => row.id)
  const found = await approvalsOf(db, companyId, approvalType, ids)
  return new Map(
    applied.flatMap(({ id, approval }) => {
      const last = found.get(id)
      if (!last || approval === null) return []
      const state = approval === 'waiting' && last.revising ? 'returned' : approval
      return [[id, { processId: last.processId, state, opinion: last.opinion }]]
    }),
  )
}
