/** Courses' door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { courses } from './contract.ts'
import { courseItem } from './server/course-item.ts'
import { finishAfterPublishing } from './server/jobs.ts'
import { courseMessages } from './server/messages.ts'
import { coursesPersonalData } from './server/personal-data.ts'
import { coursePublication } from './server/publication.ts'
import { courseRecycling } from './server/recycling.ts'
import { courseRewards, rewardFinished } from './server/rewards.ts'
import { routes } from './server/routes.ts'
import { courseStudy } from './server/study-kind.ts'

export { memberStudySql } from './server/member-figures.ts'

export const coursesServer = serverModule({
  name: 'courses',
  contract: courses,
  routes,
  jobs: [finishAfterPublishing, rewardFinished],
  extensions: [
    coursePublication,
    courseRecycling,
    courseItem,
    courseStudy,
    coursesPersonalData,
    ...courseMessages,
    ...courseRewards,
  ],
})
