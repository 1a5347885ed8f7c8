/** Community's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { community } from './contract.ts'
import { scoreCircles } from './server/circle-figures.ts'
import { accountEditSubject, newAccountSubject } from './server/extensions/approvals.ts'
import { circleExtensions } from './server/extensions/circles.ts'
import { followedAccountKind } from './server/extensions/follows.ts'
import { accountItems } from './server/extensions/items.ts'
import { accountMessages } from './server/extensions/messages.ts'
import { communityData } from './server/extensions/personal-data.ts'
import { searchedAccount, searchedCircle } from './server/extensions/search.ts'
import { shareTeams } from './server/extensions/teams.ts'
import { removeOldNotices } from './server/notices.ts'
import { routes } from './server/routes.ts'
import { countVisitsJob } from './server/visits.ts'

export { accountBusinessType } from './server/accounts.ts'
export {
  accountAdministratorSql,
  accountCards,
  accountCardsOf,
  accountNamesOf,
  memberAccountsSql,
} from './server/cards.ts'
/** @public For modules that publish: contents, columns, ask. */
export {
  assertOwnCircles,
  circleNames,
  circlesOfMemberSql,
  countOwnCircles,
  isSharedIntoCircles,
  itemsOfOwnCirclesSql,
  newestInCirclesSql,
  ownCirclesOfItems,
  placeableCirclesAmong,
  placeInCircles,
} from './server/circle-items.ts'
export { circleReads } from './server/circle-report.ts'
export { accountFigures } from './server/figures.ts'
export { nameKey } from './server/names.ts'
export { accountNotice } from './server/notices.ts'
export { personalAccounts } from './server/personal-accounts.ts'
export { accountForPublishing, accountsOfCaller } from './server/publishing.ts'

export const communityServer = serverModule({
  name: 'community',
  contract: community,
  routes,
  jobs: [removeOldNotices, scoreCircles, countVisitsJob],
  extensions: [
    ...[newAccountSubject, accountEditSubject, accountItems, followedAccountKind, communityData, shareTeams],
    ...[searchedAccount, searchedCircle],
    ...accountMessages,
    ...circleExtensions,
  ],
})
