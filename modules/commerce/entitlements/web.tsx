/** The door of entitlements for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const entitlementsWeb: WebModule = {
  name: 'entitlements',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
