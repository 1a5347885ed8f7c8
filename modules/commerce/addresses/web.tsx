/** The door of addresses for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const addressesWeb: WebModule = {
  name: 'addresses',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
