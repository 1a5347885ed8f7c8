/** The door of approvals for the shell: the screens of members, and the designer of administrators. */
import type { WebModule } from '#web/module.ts'
import { managesApprovals } from './contract/access.ts'

export const approvalsWeb: WebModule = {
  name: 'approvals',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/center/approvals',
      title: { cn: '我的审批', en: 'Approvals' },
      screen: () => import('./web/center/ApprovalsPage.tsx'),
    },
    {
      path: '/center/approvals/list/:tab',
      title: { cn: '我的审批', en: 'Approvals' },
      screen: () => import('./web/center/ApprovalsPage.tsx'),
    },
    {
      path: '/center/approvals/:id',
      title: { cn: '审批详情', en: 'Application' },
      screen: () => import('./web/center/ProcessPage.tsx'),
      layout: 'either',
    },
    {
      path: '/admin/approvals/flows',
      title: { cn: '审批流设置', en: 'Approval flows' },
      screen: () => import('./web/admin/FlowsPage.tsx'),
      layout: 'admin',
      access: managesApprovals,
    },
    {
      path: '/admin/approvals/processes',
      title: { cn: '审批查询', en: 'Applications' },
      screen: () => import('./web/admin/ProcessesPage.tsx'),
      layout: 'admin',
      access: managesApprovals,
      wide: true,
    },
  ],
  menu: [
    { area: 'user', title: { cn: '我的审批', en: 'Approvals' }, icon: 'check', path: '/center/approvals', order: 25 },
    {
      area: 'admin',
      group: 'messages',
      order: 20,
      title: { cn: '审批流设置', en: 'Approval flows' },
      icon: 'check',
      path: '/admin/approvals/flows',
      access: managesApprovals,
    },
    {
      area: 'admin',
      group: 'messages',
      order: 21,
      title: { cn: '审批查询', en: 'Applications' },
      icon: 'log',
      path: '/admin/approvals/processes',
      access: managesApprovals,
    },
  ],
  widgets: {
    center: [{ order: 15, screen: () => import('./web/center/ApprovalsSection.tsx') }],
  },
}
