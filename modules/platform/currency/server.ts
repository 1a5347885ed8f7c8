/**
 * The door of currency for other modules' server code. Amounts are hundredths as bigint. Call a function that moves
 * coins in your transaction, and at most one per transaction, because only a single call locks its accounts in a fixed
 * order.
 */
import { memberPoints } from '#modules/platform/identity/server.ts'
import { serverModule } from '#server/module.ts'
import { currency } from './contract.ts'
import { issueSubject } from './server/issues.ts'
import { jobs, proofWork } from './server/jobs.ts'
import { messageTypes } from './server/message-types.ts'
import { currencyPersonalData } from './server/personal-data.ts'
import { rewardEvent, signInEvent } from './server/reward-events.ts'
import { routes } from './server/routes.ts'
import { pointsOfMember } from './server/statements.ts'

export { counterpart } from './server/account-locks.ts'
export { award, awardsOf } from './server/awards.ts'
export { once } from './server/idempotency-keys.ts'
export {
  circulationSql,
  firstPostingSql,
  ledgerMovementsSql,
  memberEntriesSql,
  purchasePostingsSql,
} from './server/ledger-totals.ts'
export { issueLimit } from './server/limits.ts'
export { type Leg, type Posting, post, postAll } from './server/postings.ts'
export { reserve, settle, voidReservation } from './server/reservations.ts'
export { rewardEvent } from './server/reward-events.ts'
export { rewardSwitches } from './server/rules.ts'
export { refund, refundAll, spend, spendAll } from './server/spending.ts'
export { balanceOf, balancesOf } from './server/statements.ts'
export { type MemberType, teamDirectory } from './server/teams.ts'
export { rewardableKind } from './server/tips.ts'

export const currencyServer = serverModule({
  name: 'currency',
  contract: currency,
  routes,
  jobs,
  extensions: [
    ...messageTypes,
    rewardEvent(signInEvent),
    memberPoints(pointsOfMember),
    proofWork.task,
    currencyPersonalData,
    issueSubject,
  ],
})
