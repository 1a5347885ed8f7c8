/** The door of payments for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const paymentsWeb: WebModule = {
  name: 'payments',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
