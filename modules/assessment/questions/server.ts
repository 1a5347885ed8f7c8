/** The door of questions for other modules' server code: the registration, and the contents of pinned versions. */
import { serverModule } from '#server/module.ts'
import { questions } from './contract.ts'
import { exchangeJobs, exchangeTasks } from './server/exchange/jobs.ts'
import { questionRecycling } from './server/many.ts'
import { questionsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { contentsOfVersions } from './server/pinned.ts'

export const questionsServer = serverModule({
  name: 'questions',
  contract: questions,
  routes,
  jobs: exchangeJobs,
  extensions: [...exchangeTasks, questionRecycling, questionsPersonalData],
})
