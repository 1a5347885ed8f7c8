/** Playback's door for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const playbackWeb: WebModule = {
  name: 'playback',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
