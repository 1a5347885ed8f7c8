/**
 * The door of entitlements for other modules' server code: what is sold (`sold`, `soldKind`), who is entitled to it, and
 * what entitles. Call what entitles in the transaction of what it follows from.
 */
import { serverModule } from '#server/module.ts'
import { entitlements } from './contract.ts'
import { entitlementsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export {
  entitledItems,
  entitledItemsSql,
  entitledMembers,
  everOwned,
  firstEntitled,
  giveEntitlements,
  openContained,
  ownedItems,
  setEntitlements,
} from './server/entitled.ts'
export {
  endOf,
  findSoldKind,
  type GoodsNature,
  getSoldKind,
  type ItemRef,
  namedItems,
  type SoldKind,
  sold,
  soldKind,
  type Units,
  visibleItems,
} from './server/kinds.ts'
export { makeSeats, returnSeats, seatsOf } from './server/seats.ts'

export const entitlementsServer = serverModule({
  name: 'entitlements',
  contract: entitlements,
  routes,
  extensions: [entitlementsPersonalData],
})
