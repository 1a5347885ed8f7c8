/** The door of goods for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const goodsWeb: WebModule = {
  name: 'goods',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
