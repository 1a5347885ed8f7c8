/** The ask bar: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { answerCalls } from './contract/answers.ts'
import { expertCalls } from './contract/experts.ts'
import { questionCalls } from './contract/questions.ts'

export const ask = contract({ ...questionCalls, ...answerCalls, ...expertCalls })
