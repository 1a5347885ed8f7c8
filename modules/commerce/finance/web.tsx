/** The door of finance for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const financeWeb: WebModule = {
  name: 'finance',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
