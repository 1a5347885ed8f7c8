/** The door of words for other modules' server code: the registration, and the check of published texts. */
import { serverModule } from '#server/module.ts'
import { words } from './contract.ts'
import { routes } from './server/routes.ts'

export { assertClean, findWords } from './server/text-check.ts'

export const wordsServer = serverModule({ name: 'words', contract: words, routes })
