/** The door of specimens for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const specimensWeb: WebModule = {
  name: 'specimens',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
