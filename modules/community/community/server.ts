/** Community's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { community } from './contract.ts'
import { accountEditSubject, newAccountSubject } from './server/extensions/approvals.ts'
import { accountItems } from './server/extensions/items.ts'
import { communityData } from './server/extensions/personal-data.ts'
import { shareTeams } from './server/extensions/teams.ts'
import { routes } from './server/routes.ts'

export { accountBusinessType } from './server/accounts.ts'
export { type PersonalAccount, personalAccounts } from './server/personal-accounts.ts'

export const communityServer = serverModule({
  name: 'community',
  contract: community,
  routes,
  extensions: [newAccountSubject, accountEditSubject, accountItems, communityData, shareTeams],
})
