/** The door of moderation for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const moderationWeb: WebModule = {
  name: 'moderation',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
