/** Subjects's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { subjects } from './contract.ts'
import { routes } from './server/routes.ts'

export const subjectsServer = serverModule({ name: 'subjects', contract: subjects, routes })
