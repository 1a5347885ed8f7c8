/** The door of prices for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { prices } from './contract.ts'
import { routes } from './server/routes.ts'

export const pricesServer = serverModule({ name: 'prices', contract: prices, routes })
