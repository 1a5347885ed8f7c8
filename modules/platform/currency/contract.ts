/** Currency: coins and points of persons, teams and organizations. Amounts are hundredths as decimal text. */
import { contract } from '#kit/contract.ts'
import { accountCalls } from './contract/accounts.ts'
import { managementCalls } from './contract/management.ts'

export { POINTS, POINTS_INSUFFICIENT, RESERVATION_DECIDED } from './contract/shapes.ts'

export const currency = contract({ ...accountCalls, ...managementCalls })
