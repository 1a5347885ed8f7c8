/**
 * Questions: the calls of the question bank, and what a question is for those who ask it. Imports kit/ and typebox only, for
 * both sides read it.
 */
import { contract } from '#kit/contract.ts'
import { bankCalls } from './contract/bank.ts'
import { directoryCalls } from './contract/directories.ts'
import { exchangeCalls } from './contract/exchange.ts'

export { QuestionAnswer } from './contract/answer.ts'
export { isAnswered } from './contract/answered.ts'
export { choicesOf } from './contract/choices.ts'
export { CONTENT_INCONSISTENT } from './contract/codes.ts'
export { type Directory, directoryCallsAt } from './contract/directories.ts'
export { pointsOfTenths } from './contract/points.ts'
export { PresentedQuestion, presentedOf, shownRights } from './contract/presented.ts'
export {
  Difficulty,
  QuestionContent,
  QuestionKind,
  questionKinds,
  ScoreTenths,
  type SimpleContent,
} from './contract/question.ts'
export { comparableText, scoreOf, sharesOf, type Verdict, verdicts } from './contract/scoring.ts'
export { ItemStatistics, statisticsOf } from './contract/statistics.ts'

export const questions = contract({ ...directoryCalls, ...bankCalls, ...exchangeCalls })
