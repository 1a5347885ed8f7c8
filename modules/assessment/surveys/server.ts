/** The door of surveys for other modules' server code: mean ratings, and the registration. They meet surveys as a kind of content. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { surveys } from './contract.ts'
import { announcePublished, surveyPublished, surveyReminder } from './server/announcing.ts'
import { surveyLifecycle } from './server/lifecycle.ts'
import { surveysData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { surveyContentKind } from './server/survey-kind.ts'
import { afterAnswered } from './server/taking.ts'
import { answeringTodos } from './server/todos.ts'

export { assertReadsResults, surveyRatings } from './server/ratings.ts'

export const surveysServer = serverModule({
  name: 'surveys',
  contract: surveys,
  routes,
  jobs: [announcePublished, afterAnswered],
  extensions: [
    ...surveyLifecycle.extensions,
    ...surveyContentKind,
    ...[surveyPublished, surveyReminder].map((type) => messageType(type)),
    ...[personalData(surveysData), answeringTodos],
  ],
})
