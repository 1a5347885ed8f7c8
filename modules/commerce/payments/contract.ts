/** Payments: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { managementContract } from './contract/management.ts'
import { memberContract } from './contract/member.ts'

export { PROVIDER_UNAVAILABLE } from './contract/codes.ts'
export { Provider, type ProviderName } from './contract/shapes.ts'

export const payments = contract({ ...memberContract, ...managementContract })
