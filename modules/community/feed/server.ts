/** The door of feed for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { feed } from './contract.ts'
import { feedPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export const feedServer = serverModule({ name: 'feed', contract: feed, routes, extensions: [feedPersonalData] })
