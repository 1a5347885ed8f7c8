/** Study's door for other modules' server code: the kinds of what can be studied, and who is told when it is finished. */
import { serverModule } from '#server/module.ts'
import { study } from './contract.ts'
import { routes } from './server/routes.ts'

/** @public For modules whose items give class hours and credits. */
export { type CreditRule, creditHundredthsMax, creditRulesOf, setCreditRule } from './server/credit-rules.ts'
export { type FinishedStudy, studyFinished, tellFinished } from './server/finished.ts'
export {
  findStudyKind,
  keyOf,
  type StudyItem,
  type StudyRef,
  type StudyState,
  studyItems,
  studyKind,
  studyStates,
} from './server/kinds.ts'

export const studyServer = serverModule({ name: 'study', contract: study, routes })
