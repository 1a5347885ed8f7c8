/** The door of words for the shell and for forms of other modules: administration, and marks of hits. */
import type { WebModule } from '#web/module.ts'
import { managesWords } from './contract/access.ts'

export { sensitiveHits } from './web/hits.ts'
export { MarkedText } from './web/MarkedText.tsx'
export { checkTexts } from './web/text-check.ts'

export const wordsWeb: WebModule = {
  name: 'words',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/words',
      title: { cn: '敏感词', en: 'Sensitive words' },
      screen: () => import('./web/admin/WordsPage.tsx'),
      layout: 'admin',
      access: managesWords,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'community',
      order: 30,
      title: { cn: '敏感词', en: 'Sensitive words' },
      icon: 'shield',
      path: '/manage/words',
      access: managesWords,
    },
  ],
}
