/** The door of lotteries for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const lotteriesWeb: WebModule = {
  name: 'lotteries',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
