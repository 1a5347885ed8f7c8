/** The door of external for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const externalWeb: WebModule = {
  name: 'external',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
