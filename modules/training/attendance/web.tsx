/** The door of attendance for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const attendanceWeb: WebModule = {
  name: 'attendance',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
