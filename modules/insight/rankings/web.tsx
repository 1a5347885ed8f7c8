/** The door of rankings for the shell: the screen of the nine rankings, and the section of the learning center. */
import type { WebModule } from '#web/module.ts'

export const rankingsWeb: WebModule = {
  name: 'rankings',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/rankings',
      title: { cn: '排行榜', en: 'Rankings' },
      screen: () => import('./web/center/RankingsPage.tsx'),
    },
  ],
  menu: [
    {
      area: 'center',
      order: 40,
      title: { cn: '排行榜', en: 'Rankings' },
      icon: 'chart',
      path: '/rankings',
    },
  ],
  widgets: { center: [{ order: 70, screen: () => import('./web/center/RankingSection.tsx') }] },
}
