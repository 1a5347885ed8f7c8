/** The door of live for other modules' server code: the registration, and live sessions by their ids. */
import { serverModule } from '#server/module.ts'
import { live } from './contract.ts'
import { findCompletions, notifyCompletions, storeCompletionsJob } from './server/completions.ts'
import { extensions } from './server/extensions.ts'
import { liveKinds } from './server/live-kinds.ts'
import { checkJob, endAbandonedJob, maintenanceJob } from './server/maintenance.ts'
import { pollAttendance, pollAttendances } from './server/providers/bigbluebutton-attendance.ts'
import { createJob, followJob, soonJob } from './server/publication.ts'
import { routes } from './server/routes.ts'

export { livesByIds } from './server/live-items.ts'

export const liveServer = serverModule({
  name: 'live',
  contract: live,
  routes,
  jobs: [
    ...[createJob, followJob, soonJob, checkJob, maintenanceJob, endAbandonedJob, pollAttendance, pollAttendances],
    ...[findCompletions, storeCompletionsJob, notifyCompletions],
  ],
  extensions: [...extensions, ...liveKinds],
})
