/** Redeem: cards with a code that members redeem. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { batchCalls } from './contract/batches.ts'
import { redeemingCalls } from './contract/redeeming.ts'

export const redeem = contract({ ...batchCalls, ...redeemingCalls })
