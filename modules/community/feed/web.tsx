/** The door of feed for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const feedWeb: WebModule = {
  name: 'feed',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
