/** Words's door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { words } from './contract.ts'
import { routes } from './server/routes.ts'

export const wordsServer = serverModule({ name: 'words', contract: words, routes })
