/** The door of recommendations for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { recommendations } from './contract.ts'
import { routes } from './server/routes.ts'

export const recommendationsServer = serverModule({ name: 'recommendations', contract: recommendations, routes })
