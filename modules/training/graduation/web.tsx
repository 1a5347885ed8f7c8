/** The door of graduation for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const graduationWeb: WebModule = {
  name: 'graduation',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
