/** The door of orders for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const ordersWeb: WebModule = {
  name: 'orders',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
