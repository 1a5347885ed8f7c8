/** The door of specimens for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { specimens } from './contract.ts'
import { routes } from './server/routes.ts'

export const specimensServer = serverModule({ name: 'specimens', contract: specimens, routes })
