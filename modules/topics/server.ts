/** Topics's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { topics } from './contract.ts'
import { routes } from './server/routes.ts'

export const topicsServer = serverModule({ name: 'topics', contract: topics, routes })
