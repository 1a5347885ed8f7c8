/** External activities and reports for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { type ActivityInput, newReport, type ReportInput, type ReportState } from '../contract/fields.ts'
import { columnsOf as activityColumns } from './activities.ts'
import { creditReports } from './class-hours.ts'
import { externalTables } from './db.ts'
import { columnsOf as reportColumns } from './reports.ts'

const dayMs = 86_400_000

interface Person {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
}

export interface BuiltActivity extends Partial<ActivityInput> {
  readonly id?: string
  readonly author: Person
  readonly reporterIds?: readonly string[]
  readonly now: number
}

/** Open for a week, unless the input says otherwise. */
export async function buildActivity(connection: Connection, input: BuiltActivity): Promise<string> {
  const { id = uuid(), author, reporterIds = [], now, ...written } = input
  const { companyId, organizationId } = author
  const db = externalTables(connection)
  const usual: ActivityInput = {
    ...{ title: `外部培训 ${id.slice(-6)}`, kind: 'conference', provider: '中国质量协会', place: '', description: '' },
    ...{ startsOn: null, endsOn: null, organizationId, needsEvidence: false },
    ...{ reportFrom: now - dayMs, reportUntil: now + 7 * dayMs },
  }
  const columns = activityColumns({ ...usual, ...written })
  await db
    .insertInto('external.activity')
    .values({ id, company_id: companyId, created_by: author.id, created_at: now, updated_at: now, ...columns })
    .execute()
  const row = { activity_id: id, company_id: companyId, added_at: now }
  if (reporterIds.length > 0)
    await db
      .insertInto('external.reporter')
      .values(reporterIds.map((memberId) => ({ ...row, member_id: memberId })))
      .execute()
  return id
}

export interface BuiltReport extends Partial<ReportInput> {
  readonly id?: string
  readonly member: Person
  readonly activityId?: string
  readonly state?: ReportState
  readonly reason?: string
  /** Decided when it was handed in; left out: by nobody. */
  readonly decidedBy?: string
  readonly isInApproval?: boolean
  readonly now: number
}

/** Two days of training with twelve hours, handed in unless the input says otherwise. */
export async function buildReport(connection: Connection, input: BuiltReport): Promise<string> {
  const { id = uuid(), member, activityId = null, state = 'pending', reason = '', isInApproval = false, now } = input
  const { decidedBy = null } = input
  const { id: _, member: _member, activityId: _activity, state: _state, reason: _reason, ...rest } = input
  const { isInApproval: _approval, decidedBy: _by, now: _now, ...written } = rest
  const usual = { title: '2026 质量大会', provider: '中国质量协会', startsOn: '2026-05-11', endsOn: '2026-05-12' }
  const db = externalTables(connection)
  await db
    .insertInto('external.report')
    .values({
      ...{ id, company_id: member.companyId, member_id: member.id, organization_id: member.organizationId },
      ...{ activity_id: activityId, state, reason, is_in_approval: isInApproval, created_at: now, updated_at: now },
      submitted_at: state === 'draft' ? null : now,
      ...{ decided_by: decidedBy, decided_at: decidedBy === null ? null : now },
      ...reportColumns({ ...newReport, ...usual, hourHundredths: 1200, ...written }),
    })
    .execute()
  if (state === 'accepted') await creditReports(db, { companyId: member.companyId, ids: [id], now })
  return id
}
