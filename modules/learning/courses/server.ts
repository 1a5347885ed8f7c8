/** Courses' door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { courses } from './contract.ts'
import { finishOfActivities, progressOfPackages } from './server/completion.ts'
import { courseKind } from './server/course-kind.ts'
import { courseLifecycle } from './server/course-lifecycle.ts'
import { settleAfterMoving, tellAfterPublishing } from './server/jobs.ts'
import { courseMessages } from './server/messages.ts'
import { coursesPersonalData } from './server/personal-data.ts'
import { courseReward, rewardFinished } from './server/rewards.ts'
import { tellRounds } from './server/rounds.ts'
import { routes } from './server/routes.ts'

/** @public For modules whose exams and surveys stand in courses. */
/** @public For the same: the member has finished the one in this section. */
export { finishActivity } from './server/completion.ts'
export { memberStudySql } from './server/member-figures.ts'

export const coursesServer = serverModule({
  name: 'courses',
  contract: courses,
  routes,
  jobs: [tellAfterPublishing, settleAfterMoving, rewardFinished, tellRounds],
  extensions: [
    ...courseLifecycle.extensions,
    ...courseKind,
    coursesPersonalData,
    ...courseMessages,
    courseReward,
    finishOfActivities,
    progressOfPackages,
  ],
})
