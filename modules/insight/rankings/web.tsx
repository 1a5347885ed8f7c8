/** The door of rankings for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const rankingsWeb: WebModule = {
  name: 'rankings',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
