/** The door of homework for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { homework } from './contract.ts'
import { routes } from './server/routes.ts'

export const homeworkServer = serverModule({ name: 'homework', contract: homework, routes })
