/** Training plans, and the costs and scores of classes. Imports kit/, typebox and the contract of classes only. */
import { contract } from '#kit/contract.ts'
import { costCalls } from './contract/costs.ts'
import { planCalls } from './contract/plans.ts'

/** Among what approval can be set for. */
export const planApproval = 38

export const plans = contract({ ...planCalls, ...costCalls })
