/** The door of coupons for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const couponsWeb: WebModule = {
  name: 'coupons',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
