/** The door of questions for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { questions } from './contract.ts'
import { routes } from './server/routes.ts'

export const questionsServer = serverModule({ name: 'questions', contract: questions, routes })
