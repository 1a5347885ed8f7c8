/**
 * Approvals' door for other modules' server code. The owner of a thing registers an `approvalSubject`, asks
 * `isApprovalOn`, calls `apply` in place of doing it, and is told the outcome in `decided`.
 */
import { serverModule } from '#server/module.ts'
import { approvals } from './contract.ts'
import { messageExtensions } from './server/message-types.ts'
import { approvalsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { jobs } from './server/timers.ts'

export { apply, approvalsOf, withdraw } from './server/applications.ts'
export { isApprovalOn } from './server/effective-template.ts'
export { mayReadAppliedFor } from './server/readers.ts'
export { type ApprovalOutcome, approvalSubject } from './server/subjects.ts'

export const approvalsServer = serverModule({
  name: 'approvals',
  contract: approvals,
  routes,
  jobs,
  extensions: [...messageExtensions, approvalsPersonalData],
})
