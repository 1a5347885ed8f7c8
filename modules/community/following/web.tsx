/** The door of following for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const followingWeb: WebModule = {
  name: 'following',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
