/** Reports as their members, those who decide, and approvers read them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { mayReadByApplication } from '#modules/platform/approvals/server.ts'
import { grantFiles } from '#modules/platform/files/server.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Report, ReportDetails } from '../contract/reports.ts'
import { type external, reportApproval } from '../contract.ts'
import type { ExternalDb } from './db.ts'
import { managesSql } from './policy.ts'

/** Whether the caller manages report `r` of activity `a`: by the member's organization, or by that of the activity. */
export const managesReportSql = (caller: Caller) =>
  sql<boolean>`(${managesSql(caller, sql`r.organization_id`)} or coalesce(${managesSql(caller, sql`a.organization_id`)}, false))`

/** Of report `r` of activity `a`. */
const reportSql = (caller: Caller) => {
  const isOwn = sql`r.member_id = ${caller.memberId}`
  return sql`r.id, r.title, r.kind, r.provider, r.place, r.starts_on::text as "startsOn", r.ends_on::text as "endsOn",
    r.hour_hundredths as "hourHundredths", r.cost_hundredths as "costHundredths",
    r.certificate_number as "certificateNumber", r.summary, r.state, r.is_in_approval as "isInApproval", r.reason,
    cardinality(r.file_ids) as "evidenceCount", r.submitted_at as "submittedAt", r.updated_at as "changedAt", r.revision,
    case when a.id is not null then json_build_object('id', a.id, 'title', a.title) end as activity,
    case when d.id is not null then json_build_object('id', d.id, 'fullName', d.full_name, 'avatarPath', d.avatar_path) end as member,
    coalesce(g.name, '') as "organizationName", decider.full_name as "decidedBy",
    array_remove(array[
      case when ${isOwn} and r.state in ('draft', 'returned') then 'change' end,
      case when ${isOwn} and r.state in ('draft', 'returned') then 'submit' end,
      case when ${isOwn} and r.state = 'pending' then 'withdraw' end,
      case when ${isOwn} and r.state in ('draft', 'returned') then 'delete' end,
      case when not ${isOwn} and r.state = 'pending' and not r.is_in_approval and ${managesReportSql(caller)} then 'decide' end,
      case when not ${isOwn} and r.state = 'accepted' and ${managesReportSql(caller)} then 'revoke' end
    ], null) as possible`
}

const withPeopleSql = ({ companyId }: Caller) => sql`
  left join ${directorySql(companyId)} d on d.id = r.member_id
  left join ${directorySql(companyId)} decider on decider.id = r.decided_by
  left join ${organizationsSql(companyId)} g on g.id = r.organization_id`
const fromSql = sql`from external.report r left join external.activity a on a.id = r.activity_id`

interface TotalsRow {
  readonly acceptedCount: number
  readonly hourHundredths: number
  readonly costHundredths: number
}

export async function listOwnReports(
  db: ExternalDb,
  caller: Caller,
  { state, ...paging }: Input<typeof external.ownReports>['query'],
) {
  const own = sql`r.company_id = ${caller.companyId} and r.member_id = ${caller.memberId}`
  const filter = sql`where ${own} and ${state === undefined ? sql`true` : sql`r.state = ${state}`}`
  const page = await sqlPage<Report>(db, paging, {
    matching: sql`${fromSql} ${filter}`,
    rows: (window) => sql<Report>`select ${reportSql(caller)} ${fromSql} ${withPeopleSql(caller)} ${filter}
      order by r.updated_at desc, r.id ${window}`,
  })
  const { rows } = await sql<TotalsRow>`
    select count(*)::int as "acceptedCount", coalesce(sum(r.hour_hundredths), 0)::bigint as "hourHundredths",
      coalesce(sum(r.cost_hundredths), 0)::bigint as "costHundredths"
    from external.report r where ${own} and r.state = 'accepted'`.execute(db)
  return { ...page, totals: rows[0] as TotalsRow }
}

export type ManagedFilter = Pick<
  Input<typeof external.exportReports>['query'],
  'state' | 'activityId' | 'search' | 'month'
>

/** The reports that were handed in and that the caller manages, as `from … where …`. */
export function managedSql(caller: Caller, { state, activityId, search, month }: ManagedFilter) {
  const from = month === undefined ? undefined : `${month}${month.length === 4 ? '-01-01' : '-01'}`
  const span = month?.length === 4 ? sql`interval '1 year'` : sql`interval '1 month'`
  return sql`${fromSql} ${withPeopleSql(caller)}
    where r.company_id = ${caller.companyId} and r.state <> 'draft' and ${managesReportSql(caller)}
      and ${state === undefined ? sql`true` : sql`r.state = ${state}`}
      and ${activityId === undefined ? sql`true` : sql`r.activity_id = ${activityId}`}
      and ${from === undefined ? sql`true` : sql`r.starts_on >= ${from}::date and r.starts_on < ${from}::date + ${span}`}
      and ${containsWordsSql(sql`(r.title || ' ' || r.provider || ' ' || coalesce(d.full_name, ''))`, search)}`
}

/** Those that wait first, the oldest of them before the others; then the newest. */
export const managedOrderSql = sql`order by (r.state = 'pending') desc,
  case when r.state = 'pending' then r.submitted_at end, r.submitted_at desc, r.id`

export async function listManagedReports(
  db: ExternalDb,
  caller: Caller,
  { page, pageSize, ...filter }: Input<typeof external.managedReports>['query'],
) {
  const matching = managedSql(caller, filter)
  return sqlPage<Report>(
    db,
    { page, pageSize },
    {
      matching,
      rows: (window) => sql<Report>`select ${reportSql(caller)} ${matching} ${managedOrderSql} ${window}`,
    },
  )
}

const addressSeconds = 4 * 3600

type DetailsRow = Omit<ReportDetails, 'evidence'> & {
  readonly fileIds: readonly string[]
  readonly isOpen: boolean
}

export async function getReport(db: ExternalDb, caller: Caller, id: string, now: number): Promise<ReportDetails> {
  const { companyId, memberId } = caller
  const { rows } = await sql<DetailsRow>`
    select ${reportSql(caller)}, r.file_ids as "fileIds", coalesce(a.needs_evidence, false) as "needsEvidence",
      a.report_until as "reportUntil",
      (r.member_id = ${memberId} or r.state <> 'draft' and ${managesReportSql(caller)}) as "isOpen"
    ${fromSql} ${withPeopleSql(caller)} where r.id = ${id} and r.company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const { fileIds, isOpen, ...report } = rows[0]
  const application = { businessType: reportApproval, businessId: id }
  if (!isOpen && (report.state === 'draft' || !(await mayReadByApplication(db, caller, application, now))))
    throw refuse(NOT_FOUND)
  return { ...report, evidence: await evidenceOf(db, { companyId, memberId, fileIds, now }) }
}

interface EvidenceReader {
  readonly companyId: string
  readonly memberId: string
  readonly fileIds: readonly string[]
  readonly now: number
}

/** Addresses for the reader alone; what is gone is missing. */
async function evidenceOf(db: ExternalDb, { companyId, memberId, fileIds, now }: EvidenceReader) {
  const files = await grantFiles(db, { companyId, memberId, seconds: addressSeconds, now }, fileIds)
  return files.flatMap(({ id, name, url }) => (url === null ? [] : [{ id, name, url }]))
}
