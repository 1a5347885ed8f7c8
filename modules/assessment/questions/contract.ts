/** Questions: the calls of the question bank. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { bankCalls } from './contract/bank.ts'
import { directoryCalls } from './contract/directories.ts'
import { exchangeCalls } from './contract/exchange.ts'

export { QuestionAnswer } from './contract/answer.ts'
export { PresentedQuestion, presentedOf } from './contract/presented.ts'
export { QuestionContent, QuestionKind, ScoreTenths } from './contract/question.ts'
export { scoreOf, type Verdict, verdicts } from './contract/scoring.ts'

export const questions = contract({ ...directoryCalls, ...bankCalls, ...exchangeCalls })
