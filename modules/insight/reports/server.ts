/** The door of reports for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { reports } from './contract.ts'
import { learnerSource } from './server/learner-source.ts'
import { routes } from './server/routes.ts'
import { expireRunsJob, reportWork } from './server/run-work.ts'

export { learnerMeasure, reportSource } from './server/sources.ts'

export const reportsServer = serverModule({
  name: 'reports',
  contract: reports,
  routes,
  jobs: [reportWork.job, expireRunsJob],
  extensions: [learnerSource, reportWork.task],
})
