/**
 * Study's door for other modules' server code: the kinds of content that can be studied, and the listeners of
 * completions.
 */
import { serverModule } from '#server/module.ts'
import { study } from './contract.ts'
import { creditWhenFinished } from './server/credits.ts'
import { studyPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { creditEvents } from './server/timeline.ts'

export { learningFigures } from './server/center.ts'
/** For reports over all members. */
export { creditTotalsSql } from './server/credit-history.ts'
/** @public For modules whose items give class hours and credits. */
export { type CreditRule, copyCreditRule, creditRulesOf, type RuleCopy, setCreditRule } from './server/credit-rules.ts'
/** For modules that give class hours for what is not studied in the platform. */
export { type CreditedHours, creditSource, giveClassHours, takeBackClassHours } from './server/credit-sources.ts'
/** For modules that ask for credits that something else has given. */
export { creditsEarned } from './server/credits.ts'
/** @public For modules whose events belong to a member's timeline. */
export { type LearningEvent, learningEvents, type TimelineRequest } from './server/events.ts'
export { announceFinished, type FinishedStudy, studyFinished } from './server/finished.ts'
export { mayReadRecord, recordedCertificates } from './server/gradebook/record.ts'
export {
  findStudyKind,
  type Grades,
  isScored,
  keyOf,
  type OpenStudy,
  type RecordedStudy,
  type Retake,
  type StudyFigures,
  type StudyItem,
  type StudyKind,
  type StudyRef,
  type StudyState,
  studied,
  studyItems,
  studyKind,
  studyScores,
  studyStates,
} from './server/kinds.ts'

export type { StudyDay, StudyTimeRequest, StudyTimeRow, StudyTimes } from './server/time-reports.ts'

export const studyServer = serverModule({
  name: 'study',
  contract: study,
  routes,
  extensions: [creditWhenFinished, creditEvents, studyPersonalData],
})
