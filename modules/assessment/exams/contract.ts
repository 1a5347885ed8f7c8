/** Exams: writing and publishing them, answering, marking, invigilation. */
import { contract } from '#kit/contract.ts'
import { answeringCalls } from './contract/answering.ts'
import { appealCalls } from './contract/appeals.ts'
import { authoringCalls } from './contract/authoring.ts'
import { fixingCalls } from './contract/fixing.ts'
import { invigilationCalls } from './contract/invigilation.ts'
import { learningCalls } from './contract/learning.ts'
import { markingCalls } from './contract/marking.ts'

/** Map `business-type`: for study, comments and collections. */
export const businessType = 3
/** Among what approval can be set for. */
export const approvalBusinessType = 31

export const exams = contract({
  ...authoringCalls,
  ...learningCalls,
  ...answeringCalls,
  ...markingCalls,
  ...appealCalls,
  ...fixingCalls,
  ...invigilationCalls,
})
