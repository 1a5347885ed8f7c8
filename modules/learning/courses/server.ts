/** Courses' door for other modules' server code. */
import { submissionKind } from '#modules/content/submissions/server.ts'
import { serverModule } from '#server/module.ts'
import { courses } from './contract.ts'
import { courseFigures } from './server/board/overview.ts'
import { courseKind } from './server/course-kind.ts'
import { notifyAfterPublishing } from './server/jobs.ts'
import { courseMessages } from './server/messages.ts'
import { coursesPersonalData } from './server/personal-data.ts'
import { proofKind } from './server/proofs/proof-kind.ts'
import { courseLifecycle } from './server/publishing/course-lifecycle.ts'
import { moveWork } from './server/publishing/version-moves.ts'
import { courseReports } from './server/report-source.ts'
import { routes } from './server/routes.ts'
import { finishOfActivities, progressOfPackages } from './server/study/completion.ts'
import { rankedTimeJob, rankedTimeSweepJob } from './server/study/ranked-time.ts'
import { retakeTodos } from './server/study/retake-todos.ts'
import { announceRetakes } from './server/study/retakes.ts'
import { courseReward, rewardFinished } from './server/study/rewards.ts'
import { courseGrants } from './server/study/section-contents.ts'
import { courseExercises } from './server/video/exercises.ts'
import { questionTodos } from './server/video/question-todos.ts'

export { type BoardFilter, boardLearners } from './server/board/board.ts'
export { memberStudySql } from './server/board/member-figures.ts'
/** @public For modules whose exams and surveys stand in courses. */
/** @public For the same: the member has finished the one in this section. */
export { finishActivity } from './server/study/completion.ts'

export const coursesServer = serverModule({
  name: 'courses',
  contract: courses,
  routes,
  jobs: [notifyAfterPublishing, moveWork.job, rewardFinished, announceRetakes, rankedTimeJob, rankedTimeSweepJob],
  extensions: [
    moveWork.task,
    ...courseLifecycle.extensions,
    ...courseKind,
    ...courseFigures,
    ...courseReports,
    submissionKind(proofKind),
    coursesPersonalData,
    ...courseMessages,
    retakeTodos,
    questionTodos,
    courseReward,
    courseExercises,
    finishOfActivities,
    progressOfPackages,
    courseGrants,
  ],
})
