/** What the overview tells of approvals: the applications under way. */
import { overviewFigure } from '#modules/platform/operations/server.ts'
import { managesApprovals } from '../contract/access.ts'
import { approvalsTables } from './db.ts'
import { runningCount } from './lists.ts'

export const approvalFigure = overviewFigure({
  key: 'approvals.running',
  section: 'waiting',
  order: 30,
  label: { cn: '审批中的申请', en: 'Applications under approval' },
  hint: { cn: '还没有审批结果的申请', en: 'Applications without a decision yet' },
  access: managesApprovals,
  link: '/admin/approvals/processes?state=running',
  async count(connection, caller) {
    return { value: await runningCount(approvalsTables(connection), caller) }
  },
})
