/** Surveys ("research activities" of the specification): writing, publishing, answering, results. */
import { contract } from '#kit/contract.ts'
import { answeringCalls } from './contract/answering.ts'
import { authoringCalls } from './contract/authoring.ts'
import { reportCalls } from './contract/reports.ts'

/** Map `business-type`: for study, comments and collections. */
export const businessType = 4
/** Among what approval can be set for. */
export const approvalBusinessType = 33

export const surveys = contract({ ...authoringCalls, ...answeringCalls, ...reportCalls })
