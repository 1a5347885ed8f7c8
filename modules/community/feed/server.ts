/** The door of feed for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { feed } from './contract.ts'
import { routes } from './server/routes.ts'

export const feedServer = serverModule({ name: 'feed', contract: feed, routes })
