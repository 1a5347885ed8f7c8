/** Catalog's door for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const catalogWeb: WebModule = {
  name: 'catalog',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
