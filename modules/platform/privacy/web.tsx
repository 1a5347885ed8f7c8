/** The door of privacy for the shell: the section of the own account, and administration. */
import type { WebModule } from '#web/module.ts'
import { managesPrivacy } from './contract/access.ts'

export const privacyWeb: WebModule = {
  name: 'privacy',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/privacy',
      title: { cn: '个人数据请求', en: 'Personal data requests' },
      screen: () => import('./web/admin/PrivacyPage.tsx'),
      layout: 'admin',
      access: managesPrivacy,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'security',
      icon: 'shield',
      order: 30,
      path: '/manage/privacy',
      access: managesPrivacy,
      title: { cn: '个人数据请求', en: 'Personal data' },
    },
  ],
  widgets: { account: [{ order: 90, screen: () => import('./web/center/PersonalDataSection.tsx') }] },
}
