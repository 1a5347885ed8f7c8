/** The door of lecturers for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { lecturers } from './contract.ts'
import { routes } from './server/routes.ts'

export const lecturersServer = serverModule({ name: 'lecturers', contract: lecturers, routes })
