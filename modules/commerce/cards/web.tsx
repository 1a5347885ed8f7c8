/** The door of cards for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const cardsWeb: WebModule = {
  name: 'cards',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
