/** The door of questions for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const questionsWeb: WebModule = {
  name: 'questions',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
