/** Payments: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { managementContract } from './contract/management.ts'
import { memberContract } from './contract/member.ts'

export const payments = contract({ ...memberContract, ...managementContract })
