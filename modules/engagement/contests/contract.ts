/** Micro-class contests: works, anonymous review, voting, results. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { managingCalls } from './contract/managing.ts'
import { reviewCalls } from './contract/reviewing.ts'
import { workCalls } from './contract/works.ts'

/** The map `business-type` has no number for contests: to-dos name them by this one. */
export const businessType = 39

export const contests = contract({ ...workCalls, ...reviewCalls, ...managingCalls })
