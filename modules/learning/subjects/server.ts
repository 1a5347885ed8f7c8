/** Subjects' door for other modules' server code: the registration alone; they meet subjects as a kind of study. */
import { serverModule } from '#server/module.ts'
import { subjects } from './contract.ts'
import { afterFinished, checkFinished, contentFinished, recheckLearners, subjectReward } from './server/finishing.ts'
import { subjectUpdated } from './server/messages.ts'
import { subjectsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { subjectKind } from './server/subject-kind.ts'
import { subjectLifecycle } from './server/subject-lifecycle.ts'

export const subjectsServer = serverModule({
  name: 'subjects',
  contract: subjects,
  routes,
  jobs: [afterFinished, checkFinished, recheckLearners],
  extensions: [
    ...subjectLifecycle.extensions,
    ...subjectKind,
    contentFinished,
    subjectReward,
    subjectUpdated,
    subjectsPersonalData,
  ],
})
