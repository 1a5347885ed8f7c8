/** The door of news for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const newsWeb: WebModule = {
  name: 'news',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
