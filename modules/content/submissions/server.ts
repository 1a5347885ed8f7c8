/** The door of submissions for other modules' server code: how a kind is declared, and what its module calls. */
import { serverModule } from '#server/module.ts'
import { submissions } from './contract.ts'
import { submissionsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { returnedTodos, reviewTodos } from './server/todos.ts'

export { decide } from './server/decisions.ts'
export { type SubmissionKind, type SubmissionPart, submissionKind } from './server/kinds.ts'
export {
  listOwnSubmissions,
  reviewsWaiting,
  type SubmissionRow,
  submissionHistory,
  submissionsByIds,
} from './server/lists.ts'
export {
  acceptWaiting,
  findLatestSubmission,
  latestStateSql,
  purgeSubmissions,
  submit,
} from './server/submissions.ts'

export const submissionsServer = serverModule({
  name: 'submissions',
  contract: submissions,
  routes,
  extensions: [submissionsPersonalData, reviewTodos, returnedTodos],
})
