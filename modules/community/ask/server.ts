/** The door of the ask bar for other modules' server code: the registration, and figures of a member. */
import { serverModule } from '#server/module.ts'
import { ask } from './contract.ts'
import { acceptedReward, acceptedRewardJob } from './server/accepting.ts'
import { bountyJob, dueBountiesJob } from './server/bounties.ts'
import { followerNewsJob } from './server/follower-news.ts'
import { askKinds } from './server/kinds.ts'
import { askMessages } from './server/messages.ts'
import { moderatedAnswer, moderatedQuestion } from './server/moderated.ts'
import { askData } from './server/personal-data.ts'
import { searchedQuestion } from './server/question-search.ts'
import { routes } from './server/routes.ts'
import { cardTodos, invitationTodos } from './server/todos.ts'

export { ownAskFigures } from './server/own-figures.ts'

export const askServer = serverModule({
  name: 'ask',
  contract: ask,
  routes,
  jobs: [bountyJob, dueBountiesJob, followerNewsJob, acceptedRewardJob],
  extensions: [
    ...askMessages,
    ...askKinds,
    searchedQuestion,
    acceptedReward,
    askData,
    invitationTodos,
    cardTodos,
    moderatedQuestion,
    moderatedAnswer,
  ],
})
