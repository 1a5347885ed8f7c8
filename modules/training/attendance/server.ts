/** The door of attendance for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { attendance } from './contract.ts'
import { routes } from './server/routes.ts'

export const attendanceServer = serverModule({ name: 'attendance', contract: attendance, routes })
