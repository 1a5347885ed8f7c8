/** The door of plans for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const plansWeb: WebModule = {
  name: 'plans',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
