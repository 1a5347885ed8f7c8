/** The door of contests for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const contestsWeb: WebModule = {
  name: 'contests',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
