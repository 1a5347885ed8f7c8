/** The door of external training for other modules' server code: the registration. */
import { serverModule } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { external } from './contract.ts'
import { externalCredits } from './server/class-hours.ts'
import { reportSubject } from './server/deciding.ts'
import { externalMessages } from './server/news.ts'
import { externalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { externalTodos } from './server/todos.ts'

export const externalServer = serverModule({
  name: 'external',
  contract: external,
  routes,
  extensions: [...externalMessages, reportSubject, externalCredits, ...externalTodos, personalData(externalData)],
})
