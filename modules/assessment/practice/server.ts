/** The door of practice for other modules' server code: a practice over any questions, and the wrong-answer book. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { practice } from './contract.ts'
import { practiceData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { setLifecycle } from './server/set-lifecycle.ts'
import { searchedSet } from './server/set-search.ts'
import { dueTodos } from './server/todos.ts'

/** @public For modules that choose questions by themselves, such as an assistant. */
export { startPracticeOf } from './server/practice-of-list.ts'
/** @public For modules that look at what a member does not know yet. */
export { listBook } from './server/wrong-book.ts'

export const practiceServer = serverModule({
  name: 'practice',
  contract: practice,
  routes,
  extensions: [...setLifecycle.extensions, personalData(practiceData), dueTodos, searchedSet],
})
