/** The door of columns for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const columnsWeb: WebModule = {
  name: 'columns',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
