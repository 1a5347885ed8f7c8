/** The door of classes for other modules' server code: the class for those modules that belong to it, and what they register. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { classes } from './contract.ts'
import { classCalendarSource } from './server/class-calendar.ts'
import { classKind } from './server/class-kind.ts'
import { classLifecycle } from './server/class-lifecycle.ts'
import { classLotteries } from './server/class-lotteries.ts'
import { classMessages } from './server/class-news.ts'
import { noticeMessage } from './server/diary.ts'
import { discussionActivity, discussionThreads } from './server/discussions.ts'
import { endApplications, enrollmentSubject } from './server/enrollment-approval.ts'
import { materialActivity } from './server/materials.ts'
import { classesData } from './server/personal-data.ts'
import { remindParticipants } from './server/reminders.ts'
import { classReports } from './server/report-source.ts'
import { routes } from './server/routes.ts'
import { decisionTodos, offerTodos, photoTodos } from './server/todos.ts'
import { endOffers } from './server/waiting-list.ts'

export { activityKind } from './server/activity-kinds.ts'
export { type BadgeCodes, badgeCode } from './server/badges/badge-code.ts'
export {
  activitiesOfKind,
  classActivities,
  classStandings,
  draftClass,
  enrolledSql,
  enterClass,
  findClass,
  graduateMembers,
  mustBuyClass,
  type NamedActivity,
  noteStarted,
  ownRunSql,
  type PlacedClass,
  revokeGraduations,
  runClass,
} from './server/class-door.ts'
export { type ClassCopies, type ClassCopy, classPart } from './server/class-parts.ts'
export { classTable, hasActivitySql, runsOpenClassSql, takesPartSql } from './server/class-sql.ts'

export const classesServer = serverModule({
  name: 'classes',
  contract: classes,
  routes,
  jobs: [endApplications, endOffers, remindParticipants],
  extensions: [
    classReports,
    ...classLifecycle.extensions,
    ...classKind,
    ...classMessages,
    noticeMessage,
    classCalendarSource,
    personalData(classesData),
    enrollmentSubject,
    decisionTodos,
    offerTodos,
    photoTodos,
    classLotteries,
    discussionThreads,
    discussionActivity,
    materialActivity,
  ],
})
