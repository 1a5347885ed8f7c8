/** Notices' door for the shell: the section of the home page, the member's pages, the administrators' page. */
import type { WebModule } from '#web/module.ts'
import { managesNotices } from './contract/access.ts'

export const noticesWeb: WebModule = {
  name: 'notices',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/notices',
      title: { cn: '公司公告', en: 'Company notices' },
      screen: () => import('./web/center/NoticesPage.tsx'),
    },
    {
      path: '/notices/:id',
      title: { cn: '公司公告', en: 'Company notice' },
      screen: () => import('./web/center/NoticePage.tsx'),
    },
    {
      path: '/manage/notices',
      title: { cn: '公司公告', en: 'Company notices' },
      screen: () => import('./web/admin/ManagedNoticesPage.tsx'),
      layout: 'admin',
      access: managesNotices,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'messages',
      order: 5,
      title: { cn: '公司公告', en: 'Notices' },
      icon: 'info',
      path: '/manage/notices',
      access: managesNotices,
    },
  ],
  widgets: {
    'home-side': [{ order: 50, screen: () => import('./web/home/NoticesSection.tsx') }],
    'page-notices': [{ order: 1, screen: () => import('./web/home/NoticesSection.tsx') }],
  },
}
