/** The door of cards for other modules' server code: the registration. Whoever prices something names cards by prices. */
import { serverModule } from '#server/module.ts'
import { cards } from './contract.ts'
import { cardKind } from './server/card-kind.ts'
import { cardsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const cardsServer = serverModule({
  name: 'cards',
  contract: cards,
  routes,
  extensions: [cardKind, cardsPersonalData],
})
