/** Where the application to publish a course stands. The course knows of it; approvals knows how far it is. */
import { approvalsOf } from '#modules/platform/approvals/server.ts'
import type { ApprovalState } from '../contract/wire.ts'
import { businessType } from '../contract/wire.ts'
import type { CoursesDb } from './db.ts'

export type StoredApproval = 'waiting' | 'refused' | null

interface Row {
  readonly id: string
  readonly company_id: string
  readonly approval: StoredApproval
}

export interface CourseApproval {
  readonly processId: string
  readonly state: ApprovalState
  readonly opinion: string
}

/** The applications that still matter, by course. One statement; none where no course of the page has applied. */
export async function approvalsByCourse(
  db: CoursesDb,
  companyId: string,
  rows: readonly Pick<Row, 'id' | 'approval'>[],
): Promise<Map<string, CourseApproval>> {
  const applied = rows.filter((row) => row.approval !== null)
  const found = await approvalsOf(
    db,
    companyId,
    businessType,
    applied.map((row) => row.id),
  )
  return new Map(
    applied.flatMap(({ id, approval }) => {
      const last = found.get(id)
      if (!last || approval === null) return []
      const state = approval === 'waiting' && last.revising ? 'returned' : approval
      return [[id, { processId: last.processId, state, opinion: last.opinion }]]
    }),
  )
}

export async function approvalState(db: CoursesDb, row: Row): Promise<ApprovalState | null> {
  if (row.approval !== 'waiting') return row.approval
  return (await approvalsByCourse(db, row.company_id, [row])).get(row.id)?.state ?? null
}
