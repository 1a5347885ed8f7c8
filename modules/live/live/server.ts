/** The door of live for other modules' server code: the registration, and live sessions by their ids. */
import { roomKind } from '#modules/live/rooms/server.ts'
import { serverModule } from '#server/module.ts'
import { live } from './contract.ts'
import { findCompletions, notifyCompletions, storeCompletionsJob } from './server/completions.ts'
import { liveApprovalSubject } from './server/extensions/approvals.ts'
import { liveCalendar } from './server/extensions/calendar.ts'
import { lecturerCommitments } from './server/extensions/lecturers.ts'
import { attendanceReward } from './server/extensions/rewards.ts'
import { liveRooms } from './server/extensions/rooms.ts'
import { liveKinds } from './server/live-kinds.ts'
import { checkJob, endAbandonedJob, maintenanceJob } from './server/maintenance.ts'
import { messageTypes } from './server/message-types.ts'
import { livePersonalData } from './server/personal-data.ts'
import { pollAttendance, pollAttendances } from './server/providers/bigbluebutton-attendance.ts'
import { bigBlueButtonHealth } from './server/providers/bigbluebutton-health.ts'
import { createJob, followJob, soonJob } from './server/publication.ts'
import { liveReports } from './server/report-source.ts'
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
  extensions: [
    liveReports,
    liveApprovalSubject,
    roomKind(liveRooms),
    liveCalendar,
    lecturerCommitments,
    attendanceReward,
    bigBlueButtonHealth,
    livePersonalData,
    ...messageTypes,
    ...liveKinds,
  ],
})
