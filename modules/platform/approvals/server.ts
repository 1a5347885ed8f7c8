/**
 * The door of approvals for other modules' server code. The owner of an object registers an `approvalSubject`, checks
 * `isApprovalOn`, calls `apply` instead of acting, and receives the outcome in `decided`.
 */
import { serverModule } from '#server/module.ts'
import { approvals } from './contract.ts'
import { messageExtensions } from './server/message-types.ts'
import { approvalFigure } from './server/overview.ts'
import { approvalsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { jobs } from './server/timers.ts'

export { apply, approvalsOf, withdraw } from './server/applications.ts'
export { isApprovalOn } from './server/effective-template.ts'
export { mayReadByApplication } from './server/readers.ts'
export { type ApprovalOutcome, type ApprovalSubject, approvalSubject } from './server/subjects.ts'

export const approvalsServer = serverModule({
  name: 'approvals',
  contract: approvals,
  routes,
  jobs,
  extensions: [...messageExtensions, approvalFigure, approvalsPersonalData],
})
