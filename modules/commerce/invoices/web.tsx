/** The door of invoices for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const invoicesWeb: WebModule = {
  name: 'invoices',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
