/** The door of questions for other modules: trees of directories, and the bank for those who ask its questions. */
import { serverModule } from '#server/module.ts'
import { questions } from './contract.ts'
import { exchangeJobs, exchangeTasks } from './server/exchange/jobs.ts'
import { questionRecycling } from './server/many.ts'
import { questionsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export {
  activeQuestionsSql,
  questionsOfVersions,
  questionTopicsSql,
  topicsOfQuestions,
} from './server/asked.ts'
export { allTextOf, cleanContents } from './server/content.ts'
export { bankDirectories } from './server/directories.ts'
export { directoryRoutes } from './server/directory-routes.ts'
export { DirectoryTree } from './server/directory-tree.ts'
export { assertManagesQuestions, drawableSql, type QuestionAt, questionsAt } from './server/drawable.ts'
export {
  itemsOfOccasion,
  noteExposure,
  type OccasionItem,
  type ReportedItem,
  reportItems,
} from './server/item-statistics.ts'
export { contentsOfVersions, pinnedContents, versionsBeside } from './server/pinned.ts'
export { managesDirectorySql } from './server/policy.ts'
export { versionKeeper } from './server/purging.ts'
export { questionPapers } from './server/usage.ts'

export const questionsServer = serverModule({
  name: 'questions',
  contract: questions,
  routes,
  jobs: exchangeJobs,
  extensions: [...exchangeTasks, questionRecycling, questionsPersonalData],
})
