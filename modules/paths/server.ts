/** Paths's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { paths } from './contract.ts'
import { routes } from './server/routes.ts'

export const pathsServer = serverModule({ name: 'paths', contract: paths, routes })
