/** Words' door for the shell and for others' forms: the administrator's screen, and what shows hits in their place. */
import type { WebModule } from '#web/module.ts'

export { sensitiveHits } from './web/hits.ts'
export { judgeTexts } from './web/judge.ts'
export { MarkedText } from './web/MarkedText.tsx'

export const wordsWeb: WebModule = {
  name: 'words',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
