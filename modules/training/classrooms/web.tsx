/** The door of classrooms for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const classroomsWeb: WebModule = {
  name: 'classrooms',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
