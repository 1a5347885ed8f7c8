/** Currency's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { currency } from './contract.ts'
import { routes } from './server/routes.ts'

export const currencyServer = serverModule({ name: 'currency', contract: currency, routes })
