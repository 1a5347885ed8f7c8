/** Operations' door for other modules' server code: audit, recycle bin, tasks, status. */
import { serverModule } from '#server/module.ts'
import { operations } from './contract.ts'
import { recordCall } from './server/audit/record.ts'
import { routes } from './server/routes.ts'

export { recordAction } from './server/audit/record.ts'
export { type Directory, type DirectoryMember, memberDirectory } from './server/directory.ts'
export { type HealthAnswer, type HealthCheck, healthCheck } from './server/health/checks.ts'
export { type RecycleKind, recycleKind } from './server/recycle/kinds.ts'
export { recycle } from './server/recycle/recycle.ts'
export { type TaskKind, type TaskProblem, type TaskReport, taskKind } from './server/tasks/kinds.ts'
export { failTask, finishTask, reportProgress, startTask } from './server/tasks/progress.ts'

export const operationsServer = serverModule({ name: 'operations', contract: operations, routes, audit: recordCall })
