/** The door of lotteries for other modules' server code: the registration, and where they register scopes of their own. */
import { messageType } from '#modules/platform/messages/server.ts'
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { lotteries } from './contract.ts'
import { endLotteries } from './server/ending.ts'
import { lotteryPublished } from './server/message-types.ts'
import { lotteriesData } from './server/personal-data.ts'
import { holdsCard } from './server/qualifications.ts'
import { routes } from './server/routes.ts'

export { endLotteriesOf } from './server/ending.ts'
/** @public For modules whose members may be asked for something before they draw. */
export { lotteryQualification } from './server/qualifications.ts'
export { lotteryScope } from './server/scopes.ts'

export const lotteriesServer = serverModule({
  name: 'lotteries',
  contract: lotteries,
  routes,
  jobs: [endLotteries],
  extensions: [messageType(lotteryPublished), personalData(lotteriesData), holdsCard],
})
