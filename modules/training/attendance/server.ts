/** The door of attendance for other modules' server code: what members have attended of a class. */

import { badgeCode } from '#modules/training/classes/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { attendance } from './contract.ts'
import { attendancePart } from './server/class-part.ts'
import { attendanceMessages } from './server/news.ts'
import { badgeCodes } from './server/own-codes.ts'
import { attendanceData } from './server/personal-data.ts'
import { remind } from './server/reminders.ts'
import { routes } from './server/routes.ts'
import { offlineActivities } from './server/standings.ts'
import { leaveTodos } from './server/todos.ts'

export { attendanceOf } from './server/standings.ts'

export const attendanceServer = serverModule({
  name: 'attendance',
  contract: attendance,
  routes,
  jobs: [remind],
  extensions: [
    ...attendanceMessages,
    personalData(attendanceData),
    leaveTodos,
    attendancePart,
    offlineActivities,
    badgeCode(badgeCodes),
  ],
})
