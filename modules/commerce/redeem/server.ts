/** The door of redeem for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { redeem } from './contract.ts'
import { routes } from './server/routes.ts'

export const redeemServer = serverModule({ name: 'redeem', contract: redeem, routes })
