/** The door of contents for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { contents } from './contract.ts'
import { routes } from './server/routes.ts'

export const contentsServer = serverModule({ name: 'contents', contract: contents, routes })
