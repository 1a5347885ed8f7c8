/** Certificates's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { certificates } from './contract.ts'
import { routes } from './server/routes.ts'

export const certificatesServer = serverModule({ name: 'certificates', contract: certificates, routes })
