/** What external training asks of members: to report, and to decide about reports. */
import { sql } from 'kysely'
import { todoColumns, todoSource, waitingCount } from '#modules/platform/messages/server.ts'
import { managesExternal } from '../contract/access.ts'
import { reportApproval } from '../contract.ts'
import { putforwardSql } from './policy.ts'
import { managesReportSql } from './report-lists.ts'

/** TRAINING-047: "start" until a report is there, "continue" while it is written and after it was returned. */
const reportTodos = todoSource({
  kind: 'external.report',
  label: { cn: '外部培训待填报', en: 'External training to report' },
  action: { initial: 'start-reporting', started: 'continue-reporting' },
  openSql: ({ companyId, memberId }, now) => sql`
    select ${todoColumns({
      id: sql`a.id`,
      businessType: sql`${reportApproval}`,
      businessId: sql`a.id`,
      title: sql`a.title`,
      link: sql`'/external-training/report' || coalesce('/' || r.id, '?activity=' || a.id)`,
      startsAt: sql`a.report_from`,
      dueAt: sql`a.report_until`,
      startedAt: sql`r.created_at`,
      createdAt: sql`p.added_at`,
    })}
    from external.reporter p join external.activity a on a.id = p.activity_id
    left join external.report r on r.activity_id = p.activity_id and r.member_id = p.member_id
    where p.company_id = ${companyId} and p.member_id = ${memberId} and ${putforwardSql(now)} in (0, 1)
    union all
    select ${todoColumns({
      id: sql`r.id`,
      businessType: sql`${reportApproval}`,
      businessId: sql`r.id`,
      title: sql`r.title`,
      link: sql`'/external-training/report/' || r.id`,
      startedAt: sql`r.created_at`,
      createdAt: sql`r.updated_at`,
    })}
    from external.report r
    where r.company_id = ${companyId} and r.member_id = ${memberId} and r.activity_id is null and r.state = 'returned'`,
})

/** One row for all reports that wait. */
const decideTodos = todoSource({
  kind: 'external.decide',
  label: { cn: '外部培训填报待审核', en: 'External training to decide' },
  title: { cn: '外部培训填报', en: 'External training reports' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: (caller) => {
    if (!caller.permissions.has(managesExternal.permission)) return undefined
    const rows = sql`from external.report r left join external.activity a on a.id = r.activity_id
      where r.company_id = ${caller.companyId} and r.state = 'pending' and not r.is_in_approval
        and r.member_id <> ${caller.memberId} and ${managesReportSql(caller)}`
    return sql`select ${todoColumns({
      id: sql`${caller.companyId}`,
      businessType: sql`${reportApproval}`,
      businessId: sql`${caller.companyId}`,
      title: sql`''`,
      link: sql`'/admin/external-training/reports'`,
      createdAt: sql`waiting.since`,
      amount: sql`waiting.amount`,
    })} from ${waitingCount({ rows, since: sql`r.submitted_at`, id: sql`r.id` })} waiting where waiting.amount > 0`
  },
})

export const externalTodos = [reportTodos, decideTodos]
