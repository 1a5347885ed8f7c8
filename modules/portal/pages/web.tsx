/** The door of pages for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const pagesWeb: WebModule = {
  name: 'pages',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
