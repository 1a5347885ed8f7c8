/** The door of moderation for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { moderation } from './contract.ts'
import { routes } from './server/routes.ts'

export const moderationServer = serverModule({ name: 'moderation', contract: moderation, routes })
