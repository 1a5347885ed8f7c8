/** Topics' door for the shell, and the widgets that other modules' screens show. */
import type { WebModule } from '#web/module.ts'

export const topicsWeb: WebModule = {
  name: 'topics',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
