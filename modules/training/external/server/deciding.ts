/** Somebody decides about reports: those who manage external training, or approvers. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { type ApprovalOutcome, approvalSubject } from '#modules/platform/approvals/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { REFUSAL_REASON_NEEDED } from '../contract/codes.ts'
import { type external, reportApproval } from '../contract.ts'
import { creditReports, uncreditReports } from './class-hours.ts'
import { type ExternalDb, externalTables } from './db.ts'
import { announceDecided } from './news.ts'
import { managesReportSql } from './report-lists.ts'

interface DecidedRow {
  readonly id: string
  readonly memberId: string
  readonly title: string
}

const decidedSql = sql`r.id, r.member_id as "memberId", r.title`

type Decision = Input<typeof external.decideReports>['body']

/** The reports that a decision may be about: they wait, or are accepted, for the caller, and are not the caller's own. */
const decidableSql = (caller: Caller, { ids, decision }: Pick<Decision, 'ids' | 'decision'>) => sql`
  from external.report r left join external.activity a on a.id = r.activity_id
  where r.id = any(${[...ids]}::uuid[]) and r.company_id = ${caller.companyId}
    and r.state = ${decision === 'revoke' ? 'accepted' : 'pending'}
    and not r.is_in_approval and r.member_id <> ${caller.memberId} and ${managesReportSql(caller)}`

export async function decideReports(db: ExternalDb, caller: Caller, body: Decision, now: number) {
  const { companyId, memberId } = caller
  const reason = body.reason.trim()
  const isAccepted = body.decision === 'accept'
  if (!isAccepted && reason === '') throw refuse(REFUSAL_REASON_NEEDED)
  await assertClean(db, companyId, { reason })
  const { rows } = await sql<DecidedRow>`
    with chosen as materialized (select r.id ${decidableSql(caller, body)} order by r.id for no key update of r)
    update external.report r set state = ${isAccepted ? 'accepted' : 'returned'}, decided_by = ${memberId},
      decided_at = ${now}, reason = ${isAccepted ? '' : reason}, updated_at = ${now}, revision = r.revision + 1
    from chosen where r.id = chosen.id returning ${decidedSql}`.execute(db)
  await follow(db, { companyId, reports: rows, isAccepted, reason, now })
  return { decided: rows.length }
}

/** For the audit log. */
export async function decidedIds(db: ExternalDb, caller: Caller, body: Decision): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.id ${decidableSql(caller, body)} order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What was accepted counts, what is returned does not; its member hears of it. */
async function follow(db: ExternalDb, decided: Parameters<typeof announceDecided>[1]): Promise<void> {
  const { companyId, reports, isAccepted, now } = decided
  const ids = reports.map(({ id }) => id)
  if (isAccepted) await creditReports(db, { companyId, ids, now })
  else await uncreditReports(db, companyId, ids)
  await announceDecided(db, decided)
}

const states = { agreed: 'accepted', refused: 'returned', withdrawn: 'draft' } as const

/** Approvers have decided, or the member has withdrawn there. */
async function decidedByApprovers(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const db = externalTables(connection)
  const { businessId, companyId, result, decidedBy, opinion, now } = outcome
  const isWithdrawn = result === 'withdrawn'
  const reason = result === 'refused' ? opinion : ''
  const { rows } = await sql<DecidedRow>`
    update external.report r set state = ${states[result]}, is_in_approval = false,
      decided_by = ${isWithdrawn ? null : decidedBy}::uuid, decided_at = ${isWithdrawn ? null : now}::bigint,
      reason = ${reason}, submitted_at = case when ${isWithdrawn} then null else r.submitted_at end, updated_at = ${now},
      revision = r.revision + 1
    where r.id = ${businessId} and r.company_id = ${companyId} and r.state = 'pending' and r.is_in_approval
    returning ${decidedSql}`.execute(db)
  if (isWithdrawn) return
  await follow(db, { companyId, reports: rows, isAccepted: result === 'agreed', reason, now })
}

export const reportSubject = approvalSubject({
  businessType: reportApproval,
  key: 'external-report',
  label: { cn: '外部培训填报', en: 'External training report' },
  decided: decidedByApprovers,
  link: (id) => `/external-training/report/${id}`,
  reviseLink: (id) => `/external-training/report/${id}`,
})
