/** The door of search for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'
import { managesSearch } from './contract/access.ts'

export const searchWeb: WebModule = {
  name: 'search',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/search-v',
      title: { cn: '搜索', en: 'Search' },
      screen: () => import('./web/recommend/SearchPage.tsx'),
      plain: true,
    },
    {
      path: '/manage/search',
      title: { cn: '搜索管理', en: 'Search' },
      screen: () => import('./web/admin/SearchAdminPage.tsx'),
      layout: 'admin',
      access: managesSearch,
      wide: true,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'content',
      order: 90,
      title: { cn: '搜索管理', en: 'Search' },
      icon: 'search',
      path: '/manage/search',
      access: managesSearch,
    },
  ],
  widgets: {
    'search-field': [{ order: 10, screen: () => import('./web/palette/Palette.tsx') }],
  },
}
