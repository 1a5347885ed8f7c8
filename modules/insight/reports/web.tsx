/** The door of reports for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const reportsWeb: WebModule = {
  name: 'reports',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
