/** Messages's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { messages } from './contract.ts'
import { routes } from './server/routes.ts'

export const messagesServer = serverModule({ name: 'messages', contract: messages, routes })
