/** The door of prices for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const pricesWeb: WebModule = {
  name: 'prices',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
