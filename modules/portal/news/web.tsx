/** News' door for the shell: the member's pages, and the administrators'. */
import type { WebModule } from '#web/module.ts'
import { managesNews } from './contract/access.ts'

export const newsWeb: WebModule = {
  name: 'news',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/branch/news-list/:homeConfigId',
      title: { cn: '新闻', en: 'News' },
      screen: () => import('./web/center/NewsListPage.tsx'),
    },
    {
      path: '/news',
      title: { cn: '新闻', en: 'News' },
      screen: () => import('./web/center/NewsListPage.tsx'),
    },
    {
      path: '/news/:id',
      title: { cn: '新闻', en: 'News' },
      screen: () => import('./web/center/NewsPage.tsx'),
    },
    {
      path: '/manage/news',
      title: { cn: '新闻', en: 'News' },
      screen: () => import('./web/admin/ManagedNewsPage.tsx'),
      layout: 'admin',
      access: managesNews,
      wide: true,
    },
    {
      path: '/manage/news/:id',
      title: { cn: '编辑新闻', en: 'Edit news' },
      screen: () => import('./web/admin/NewsEditorPage.tsx'),
      layout: 'admin',
      access: managesNews,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'messages',
      order: 3,
      title: { cn: '新闻', en: 'News' },
      icon: 'text',
      path: '/manage/news',
      access: managesNews,
    },
  ],
}
