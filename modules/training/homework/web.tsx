/** The door of homework for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const homeworkWeb: WebModule = {
  name: 'homework',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
