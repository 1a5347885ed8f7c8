/**
 * The door of prices for other modules' server code: `mustBuy` for modules whose items are sold, quotes for the module that
 * sells. Amounts are hundredths as bigint.
 */
import { serverModule } from '#server/module.ts'
import { prices } from './contract.ts'
import { jobs } from './server/jobs.ts'
import { pricesPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { type Buyer, mustBuy, mustBuyAmong } from './server/current.ts'
export { itemsByCard, pageOfCard } from './server/opened.ts'
export { isClosedToGuests, membersWhoMustBuy, type OtherMember, pricedAmong } from './server/others.ts'
export { isOpenSql, isPaySql } from './server/paid.ts'
export { type KeptQuote, keptQuotes } from './server/quotes.ts'

export const pricesServer = serverModule({
  name: 'prices',
  contract: prices,
  routes,
  jobs,
  extensions: [pricesPersonalData],
})
