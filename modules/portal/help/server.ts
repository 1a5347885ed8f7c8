/** The door of help for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { help } from './contract.ts'
import { routes } from './server/routes.ts'

export const helpServer = serverModule({ name: 'help', contract: help, routes })
