/** The door of contests for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { contests } from './contract.ts'
import { certificateWork } from './server/award-certificates.ts'
import { contestLifecycle } from './server/contest-lifecycle.ts'
import { searchedContest } from './server/contest-search.ts'
import { copyWithoutNames } from './server/copies.ts'
import { contestMessages } from './server/news.ts'
import { contestsData } from './server/personal-data.ts'
import { awardRewards, rewardWinner, rewardWinners } from './server/results.ts'
import { routes } from './server/routes.ts'
import { reviewTodos } from './server/todos.ts'

export const contestsServer = serverModule({
  name: 'contests',
  contract: contests,
  routes,
  jobs: [copyWithoutNames, rewardWinners, rewardWinner, certificateWork.job],
  extensions: [
    ...contestLifecycle.extensions,
    ...contestMessages,
    searchedContest,
    ...awardRewards,
    certificateWork.task,
    personalData(contestsData),
    reviewTodos,
  ],
})
