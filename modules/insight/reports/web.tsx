/** The door of reports for the shell: lazy routes, menu. */
import type { WebModule } from '#web/module.ts'
import { opensReports } from './contract/access.ts'

export const reportsWeb: WebModule = {
  name: 'reports',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/dashboard',
      title: { cn: '数据看板', en: 'Dashboard' },
      screen: () => import('./web/admin/DashboardPage.tsx'),
      layout: 'either',
      wide: true,
    },
    {
      path: '/manage/reports',
      title: { cn: '报表', en: 'Reports' },
      screen: () => import('./web/admin/ReportsPage.tsx'),
      layout: 'either',
      wide: true,
    },
    {
      path: '/manage/reports/:id',
      title: { cn: '报表', en: 'Report' },
      screen: () => import('./web/admin/ReportPage.tsx'),
      layout: 'either',
      wide: true,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'study',
      order: 88,
      title: { cn: '数据看板', en: 'Dashboard' },
      icon: 'compass',
      path: '/manage/dashboard',
      access: opensReports,
    },
    {
      area: 'admin',
      group: 'study',
      order: 90,
      title: { cn: '报表', en: 'Reports' },
      icon: 'chart',
      path: '/manage/reports',
      access: opensReports,
    },
  ],
}
