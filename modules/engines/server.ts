/** Engines's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { engines } from './contract.ts'
import { routes } from './server/routes.ts'

export const enginesServer = serverModule({ name: 'engines', contract: engines, routes })
