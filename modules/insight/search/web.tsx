/** The door of search for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const searchWeb: WebModule = {
  name: 'search',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
