/** The door of advertisements for the shell: what a home page shows, and the administrators' pages. */
import type { WebModule } from '#web/module.ts'
import { managesAdvertisements } from './contract/access.ts'

export const advertisementsWeb: WebModule = {
  name: 'advertisements',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/advertisements',
      title: { cn: '首页广告', en: 'Advertisements' },
      screen: () => import('./web/admin/AdvertisementsPage.tsx'),
      layout: 'admin',
      access: managesAdvertisements,
    },
    {
      path: '/manage/top-content',
      title: { cn: '置顶内容', en: 'Top content' },
      screen: () => import('./web/admin/TopContentPage.tsx'),
      layout: 'admin',
      access: managesAdvertisements,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'messages',
      order: 6,
      title: { cn: '首页广告', en: 'Advertisements' },
      icon: 'image',
      path: '/manage/advertisements',
      access: managesAdvertisements,
    },
    {
      area: 'admin',
      group: 'messages',
      order: 7,
      title: { cn: '置顶内容', en: 'Top content' },
      icon: 'star',
      path: '/manage/top-content',
      access: managesAdvertisements,
    },
  ],
  widgets: { 'page-top': [{ order: 1, screen: () => import('./web/home/HomeAdvertisements.tsx') }] },
}
