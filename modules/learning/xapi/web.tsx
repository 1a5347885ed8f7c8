/** The record store's door for the shell: the administrator's screen. */
import type { WebModule } from '#web/module.ts'
import { managesRecords } from './contract/access.ts'

export const xapiWeb: WebModule = {
  name: 'xapi',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/records',
      title: { cn: '学习记录接口', en: 'Learning records' },
      screen: () => import('./web/admin/RecordsPage.tsx'),
      layout: 'admin',
      access: managesRecords,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'system',
      order: 60,
      title: { cn: '学习记录接口', en: 'Learning records' },
      icon: 'link',
      path: '/manage/records',
      access: managesRecords,
    },
  ],
}
