/** The door of exams for other modules' server code. They meet exams as a kind of content; answers as far as they may be viewed. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { exams } from './contract.ts'
import { examKind } from './server/exam-kind.ts'
import { examLifecycle } from './server/exam-lifecycle.ts'
import { finishWhenOver } from './server/finishing.ts'
import { fixWork } from './server/fixing/fix-work.ts'
import { examMessages } from './server/message-types.ts'
import { examsData } from './server/personal-data.ts'
import { deletePhoto } from './server/photos.ts'
import { afterFinished } from './server/records.ts'
import { registrationSubject } from './server/registration.ts'
import { remindExaminees } from './server/reminders.ts'
import { examReports } from './server/report-source.ts'
import { resultExportWork } from './server/results/export-work.ts'
import { refreshJob } from './server/results/refresh.ts'
import { dropResultExports } from './server/results/result-exports.ts'
import { routes } from './server/routes.ts'
import { appealTodos, invigilationTodos, markingTodos } from './server/todos.ts'

export { lostAnswers, versionsInProgress, viewableVersions } from './server/viewable-answers.ts'

export const examsServer = serverModule({
  name: 'exams',
  contract: exams,
  routes,
  jobs: [
    ...[afterFinished, deletePhoto, dropResultExports, finishWhenOver, fixWork.job, refreshJob, remindExaminees],
    resultExportWork.job,
  ],
  extensions: [
    examReports,
    ...examLifecycle.extensions,
    ...examKind,
    personalData(examsData),
    markingTodos,
    invigilationTodos,
    registrationSubject,
    fixWork.task,
    resultExportWork.task,
    appealTodos,
    ...examMessages,
  ],
})
