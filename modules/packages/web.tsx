/** Packages's door for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const packagesWeb: WebModule = {
  name: 'packages',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
