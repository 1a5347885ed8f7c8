/** The door of advertisements for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const advertisementsWeb: WebModule = {
  name: 'advertisements',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
