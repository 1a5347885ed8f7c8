/** The door of operations for other modules' server code: audit, recycle bin, tasks, status. */
import { serverModule } from '#server/module.ts'
import { operations } from './contract.ts'
import { anchorAuditJob } from './server/audit/anchors.ts'
import { recordCall } from './server/audit/entries.ts'
import { sealAuditJob } from './server/audit/seal.ts'
import { verification, verifyAllJob, verifyCompanyJob } from './server/audit/verifications.ts'
import { healthCheck } from './server/health/checks.ts'
import { databaseCheck } from './server/health/database.ts'
import { auditCheck, jobsCheck, realtimeCheck } from './server/health/jobs.ts'
import { diskCheck, serverCheck } from './server/health/machine.ts'
import { mailCheck, smsCheck } from './server/health/providers.ts'
import { operationsPersonalData } from './server/personal-data.ts'
import { removeOldRatesJob } from './server/rates.ts'
import { purgeRecycledJob } from './server/recycle/jobs.ts'
import { routes } from './server/routes.ts'
import { deleteOldTasksJob, resumeWorkJob } from './server/tasks/jobs.ts'

export { recordAction } from './server/audit/entries.ts'
export { certifyErasure } from './server/audit/erasure.ts'
export { type Directory, memberDirectory } from './server/directory.ts'
export { type HealthAnswer, type HealthCheck, healthCheck } from './server/health/checks.ts'
export { checkNamed } from './server/health/status.ts'
export { overviewFigure } from './server/overview.ts'
export { recycleKind } from './server/recycle/kinds.ts'
export { recycle, recycleMany } from './server/recycle/recycle-item.ts'
export type { TaskProblem, TaskReference, TaskReport } from './server/tasks/kinds.ts'
export { longWork } from './server/tasks/long-work.ts'
export { finishTask } from './server/tasks/progress.ts'
export type { LongWork, PrepareContext } from './server/tasks/work.ts'

const checks = [databaseCheck, jobsCheck, realtimeCheck, auditCheck, diskCheck, mailCheck, smsCheck, serverCheck]

export const operationsServer = serverModule({
  name: 'operations',
  contract: operations,
  routes,
  audit: recordCall,
  jobs: [
    ...[sealAuditJob, anchorAuditJob, verification.job, verifyCompanyJob, verifyAllJob],
    ...[purgeRecycledJob, resumeWorkJob, deleteOldTasksJob, removeOldRatesJob],
  ],
  extensions: [...checks.map(healthCheck), verification.task, operationsPersonalData],
})
