/** Feed's door for the shell: the home of the community. */
import type { WebModule } from '#web/module.ts'

const home = { title: { cn: '知识社区', en: 'Community' }, screen: () => import('./web/share-study/HomePage.tsx') }

export const feedWeb: WebModule = {
  name: 'feed',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { ...home, path: '/share-study' },
    { ...home, path: '/share-study/share-index' },
  ],
  menu: [
    {
      area: 'main',
      order: 39,
      title: { cn: '社区', en: 'Community' },
      icon: 'text',
      path: '/share-study/share-index',
    },
  ],
}
