/** Exams: writing and publishing them, answering, marking, invigilation. */
import { contract } from '#kit/contract.ts'
import { answeringCalls } from './contract/answering.ts'
import { authoringCalls } from './contract/authoring.ts'
import { invigilationCalls } from './contract/invigilation.ts'
import { learningCalls } from './contract/learning.ts'
import { markingCalls } from './contract/marking.ts'
import { resultCalls } from './contract/results.ts'

/** Map `business-type`: for study, comments and collections. */
export const businessType = 3
/** Among what approval can be set for. */
export const approvalBusinessType = 31

export const exams = contract({
  ...authoringCalls,
  ...learningCalls,
  ...answeringCalls,
  ...markingCalls,
  ...invigilationCalls,
  ...resultCalls,
})
