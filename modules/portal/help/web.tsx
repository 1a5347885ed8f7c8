/** The door of help for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const helpWeb: WebModule = {
  name: 'help',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
