/** The door of redeem for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const redeemWeb: WebModule = {
  name: 'redeem',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
