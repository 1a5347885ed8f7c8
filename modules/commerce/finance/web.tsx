/** The door of finance for the shell. */
import type { WebModule } from '#web/module.ts'
import { readsFinance } from './contract/access.ts'

export const financeWeb: WebModule = {
  name: 'finance',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/finance',
      title: { cn: '财务报表', en: 'Finance' },
      screen: () => import('./web/admin/FinancePage.tsx'),
      layout: 'admin',
      access: readsFinance,
      wide: true,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'commerce',
      order: 70,
      title: { cn: '财务报表', en: 'Finance' },
      icon: 'chart',
      path: '/manage/finance',
      access: readsFinance,
    },
  ],
}
