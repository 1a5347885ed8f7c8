/** The door of recommendations for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const recommendationsWeb: WebModule = {
  name: 'recommendations',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
