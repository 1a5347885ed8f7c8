/** The door of external training for the shell: what members report, and the pages of those who ask and decide. */
import type { WebModule } from '#web/module.ts'
import { managesExternal } from './contract/access.ts'

export const externalWeb: WebModule = {
  name: 'external',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/external-training',
      title: { cn: '外部培训', en: 'External training' },
      screen: () => import('./web/center/ExternalTrainingPage.tsx'),
    },
    {
      // Its member, those who decide, and approvers open it: the server decides.
      path: '/external-training/report/:id?',
      title: { cn: '外部培训填报', en: 'External training report' },
      screen: () => import('./web/center/ExternalReportPage.tsx'),
      layout: 'either',
    },
    {
      path: '/admin/external-training',
      title: { cn: '外部培训管理', en: 'External training' },
      screen: () => import('./web/admin/ManagedActivitiesPage.tsx'),
      layout: 'admin',
      access: managesExternal,
    },
    {
      path: '/admin/external-training/reports',
      title: { cn: '外部培训填报审核', en: 'External training reports' },
      screen: () => import('./web/admin/ManagedReportsPage.tsx'),
      layout: 'admin',
      access: managesExternal,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 76,
      title: { cn: '外部培训', en: 'External training' },
      icon: 'external',
      path: '/external-training',
    },
    {
      area: 'admin',
      group: 'study',
      order: 46,
      title: { cn: '外部培训管理', en: 'External training' },
      icon: 'external',
      path: '/admin/external-training',
      access: managesExternal,
    },
  ],
}
