/** The personal data in approvals: a member's applications, decisions with opinions, absences. */
import { type PersonalData, personalData } from '#server/personal-data.ts'
import { approvalsTables } from './db.ts'

const approvalsData: PersonalData = {
  module: 'approvals',
  async collect(connection, { companyId, memberId }) {
    const db = approvalsTables(connection)
    const applications = await db
      .selectFrom('approvals.process')
      .select(['id', 'business_type', 'business_id', 'name', 'result', 'opinion', 'started_at', 'finished_at'])
      .where('company_id', '=', companyId)
      .where('applicant_id', '=', memberId)
      .orderBy('started_at')
      .execute()
    const decisions = await db
      .selectFrom('approvals.task as t')
      .innerJoin('approvals.process as p', 'p.id', 't.process_id')
      .select(['p.name', 't.state', 't.opinion', 't.decided_at'])
      .where('t.company_id', '=', companyId)
      .where('t.decided_by', '=', memberId)
      .orderBy('t.decided_at')
      .execute()
    const absences = await db
      .selectFrom('approvals.absence')
      .select(['substitute_id', 'starts_at', 'ends_at', 'reason'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('starts_at')
      .execute()
    return [
      { name: 'applications', title: { cn: '我发起的申请', en: 'Applications' }, rows: applications },
      { name: 'approval-decisions', title: { cn: '我的审批', en: 'Approval decisions' }, rows: decisions },
      { name: 'absences', title: { cn: '外出代理', en: 'Absences' }, rows: absences },
    ]
  },
  // Decisions stay without the name, because others rely on them. An administrator reassigns the member's open tasks,
  // so nobody decides them by accident.
  async erase(connection, { companyId, memberId }) {
    await approvalsTables(connection)
      .deleteFrom('approvals.absence')
      .where('company_id', '=', companyId)
      .where((e) => e.or([e('member_id', '=', memberId), e('substitute_id', '=', memberId)]))
      .execute()
  },
}

export const approvalsPersonalData = personalData(approvalsData)
