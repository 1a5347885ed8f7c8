/** The door of exams for other modules' server code: the registration. They meet exams as a kind of content. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { exams } from './contract.ts'
import { examKind } from './server/exam-kind.ts'
import { examLifecycle } from './server/exam-lifecycle.ts'
import { afterFinished, finishWhenOver } from './server/finishing.ts'
import { examsData } from './server/personal-data.ts'
import { refreshJob } from './server/results/refresh.ts'
import { routes } from './server/routes.ts'
import { invigilationTodos, markingTodos } from './server/todos.ts'

export const examsServer = serverModule({
  name: 'exams',
  contract: exams,
  routes,
  jobs: [afterFinished, finishWhenOver, refreshJob],
  extensions: [...examLifecycle.extensions, ...examKind, personalData(examsData), markingTodos, invigilationTodos],
})
