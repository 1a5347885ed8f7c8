/** The door of contents for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const contentsWeb: WebModule = {
  name: 'contents',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
