/** The door of external for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { external } from './contract.ts'
import { routes } from './server/routes.ts'

export const externalServer = serverModule({ name: 'external', contract: external, routes })
