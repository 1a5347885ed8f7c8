/** Live's door for other modules' server code: the registration, and lives by their ids. */
import { serverModule } from '#server/module.ts'
import { live } from './contract.ts'
import { findCompletions, settleLive, tellCompletions } from './server/completions.ts'
import { extensions } from './server/extensions.ts'
import { liveKinds } from './server/live-kinds.ts'
import { pollAttendance, pollAttendances } from './server/providers/bigbluebutton-attendance.ts'
import { createJob, followJob, soonJob } from './server/publication.ts'
import { routes } from './server/routes.ts'
import { checkJob, endLeftAloneJob, sweepJob } from './server/upkeep.ts'

export { livesByIds } from './server/by-ids.ts'

export const liveServer = serverModule({
  name: 'live',
  contract: live,
  routes,
  jobs: [
    ...[createJob, followJob, soonJob, checkJob, sweepJob, endLeftAloneJob, pollAttendance, pollAttendances],
    ...[findCompletions, settleLive, tellCompletions],
  ],
  extensions: [...extensions, ...liveKinds],
})
