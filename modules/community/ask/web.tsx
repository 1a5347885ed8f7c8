/** The door of ask for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const askWeb: WebModule = {
  name: 'ask',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
