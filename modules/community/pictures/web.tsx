/** The door of pictures for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const picturesWeb: WebModule = {
  name: 'pictures',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
