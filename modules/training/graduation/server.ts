/** The door of graduation for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { graduation } from './contract.ts'
import { routes } from './server/routes.ts'

export const graduationServer = serverModule({ name: 'graduation', contract: graduation, routes })
