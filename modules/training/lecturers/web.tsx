/** The door of lecturers for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const lecturersWeb: WebModule = {
  name: 'lecturers',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
