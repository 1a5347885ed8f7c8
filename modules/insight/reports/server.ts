/** The door of reports for other modules' server code: the registration, and the functions that others may call. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { reports } from './contract.ts'
import { coinSource } from './server/coin-source.ts'
import { deliverJob, dueJob, expireSendingsJob } from './server/deliveries.ts'
import { learnerSource } from './server/learner-source.ts'
import { scheduledReport } from './server/messages.ts'
import { reportsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { expireRunsJob, reportWork } from './server/run-work.ts'

export { learnerMeasure, reportSource } from './server/sources.ts'

export const reportsServer = serverModule({
  name: 'reports',
  contract: reports,
  routes,
  jobs: [reportWork.job, expireRunsJob, dueJob, deliverJob, expireSendingsJob],
  extensions: [learnerSource, coinSource, reportWork.task, messageType(scheduledReport), reportsPersonalData],
})
