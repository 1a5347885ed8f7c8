/** The door of exams for other modules' server code: the registration. They meet exams as a kind of content. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { exams } from './contract.ts'
import { examKind } from './server/exam-kind.ts'
import { examLifecycle } from './server/exam-lifecycle.ts'
import { finishWhenOver } from './server/finishing.ts'
import { fixWork } from './server/fixing/fix-work.ts'
import { examMessages } from './server/notifications.ts'
import { examsData } from './server/personal-data.ts'
import { afterFinished } from './server/records.ts'
import { routes } from './server/routes.ts'
import { appealTodos, invigilationTodos, markingTodos } from './server/todos.ts'

export const examsServer = serverModule({
  name: 'exams',
  contract: exams,
  routes,
  jobs: [afterFinished, finishWhenOver, fixWork.job],
  extensions: [
    ...[...examLifecycle.extensions, ...examKind, personalData(examsData), fixWork.task, ...examMessages],
    ...[markingTodos, invigilationTodos, appealTodos],
  ],
})
