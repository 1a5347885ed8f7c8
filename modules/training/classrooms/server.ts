/** The door of classrooms for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { classrooms } from './contract.ts'
import { routes } from './server/routes.ts'

export const classroomsServer = serverModule({ name: 'classrooms', contract: classrooms, routes })
