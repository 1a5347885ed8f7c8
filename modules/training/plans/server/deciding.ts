/** Approvers decide about plans. */
import { sql } from 'kysely'
import { type ApprovalOutcome, approvalSubject } from '#modules/platform/approvals/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { planApproval } from '../contract.ts'
import { plansTables } from './db.ts'

const states = { agreed: 'approved', refused: 'returned', withdrawn: 'draft' } as const

async function decided(connection: Connection, { businessId, companyId, result, opinion, now }: ApprovalOutcome) {
  await sql`update plans.plan set state = ${states[result]}, is_in_approval = false,
      reason = ${result === 'refused' ? opinion : ''}, updated_at = ${now}
    where id = ${businessId} and company_id = ${companyId} and state = 'pending'`.execute(plansTables(connection))
}

export const planSubject = approvalSubject({
  businessType: planApproval,
  key: 'training-plan',
  label: { cn: '培训计划', en: 'Training plan' },
  decided,
  link: () => '',
  reviseLink: (id) => `/admin/training-plans/${id}`,
})
