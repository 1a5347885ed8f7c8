/** The door of lotteries for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { lotteries } from './contract.ts'
import { routes } from './server/routes.ts'

export const lotteriesServer = serverModule({ name: 'lotteries', contract: lotteries, routes })
