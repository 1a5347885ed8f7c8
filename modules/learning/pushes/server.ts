/** Pushes' door for other modules' server code: the registration, and what members can be urged to. */
import { studyFinished } from '#modules/content/study/server.ts'
import { serverModule } from '#server/module.ts'
import { pushes } from './contract.ts'
import { cutOffs } from './server/calendar.ts'
import { pushesTables } from './server/db.ts'
import { deliveryWork, gatherJob, newcomersJob } from './server/delivery.ts'
import { itemFinished } from './server/member-states.ts'
import { messageTypes } from './server/message-types.ts'
import { pushFigures } from './server/overview.ts'
import { pushesPersonalData } from './server/personal-data.ts'
import { refreshJob, remindJob } from './server/reminders.ts'
import { pushReports } from './server/report-source.ts'
import { routes } from './server/routes.ts'
import { pushTodos } from './server/todos.ts'
import { pushUrgeSubject } from './server/urges.ts'

/** @public For modules with records that members can be urged to: exams, classes, activities. */
export { type UrgeRecord, type UrgeSubject, urgeSubject } from './server/urge-subjects.ts'

export const pushesServer = serverModule({
  name: 'pushes',
  contract: pushes,
  routes,
  jobs: [gatherJob, deliveryWork.job, newcomersJob, refreshJob, remindJob],
  extensions: [
    ...pushReports,
    ...messageTypes,
    deliveryWork.task,
    ...pushFigures,
    cutOffs,
    pushTodos,
    pushUrgeSubject,
    pushesPersonalData,
    studyFinished({ finished: (db, study) => itemFinished(pushesTables(db), study) }),
  ],
})
