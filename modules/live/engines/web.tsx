/** The door of engines for the shell, and for the screens that carry audio and video. */
import type { WebModule } from '#web/module.ts'

export type { PeerStats } from './web/peer.ts'

/** `publishTo`, `subscribeTo`, `MseStream`: loaded when a screen needs them. */
export const loadMedia = async () => (await import('./web/media.ts')).media

export const enginesWeb: WebModule = {
  name: 'engines',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
