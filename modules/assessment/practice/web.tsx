/** The door of practice for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const practiceWeb: WebModule = {
  name: 'practice',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
