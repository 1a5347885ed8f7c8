/** Exercises' door for the shell, and the parts that other modules' screens use. */
import type { WebModule } from '#web/module.ts'

export const exercisesWeb: WebModule = {
  name: 'exercises',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
