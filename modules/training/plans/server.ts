/** The door of plans for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { plans } from './contract.ts'
import { routes } from './server/routes.ts'

export const plansServer = serverModule({ name: 'plans', contract: plans, routes })
