/** Packages's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { packages } from './contract.ts'
import { routes } from './server/routes.ts'

export const packagesServer = serverModule({ name: 'packages', contract: packages, routes })
