/** The door of operations for the shell: audit log, tasks, recycle bin, status. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesRecycleBin, managesTasks, readsAudit, seesOverview } from './contract/access.ts'
import type { RecycleListProps } from './web/parts/RecycleList.tsx'

const LazyRecycleList = part(() => import('./web/parts/RecycleList.tsx'), ['operations'])

/** What can be restored, of one kind or of all: the member's own deletions, or those of the company. */
export function RecycleList(props: RecycleListProps) {
  return (
    <Suspense fallback={<LoadingState rows={6} />}>
      <LazyRecycleList {...props} />
    </Suspense>
  )
}

export const operationsWeb: WebModule = {
  name: 'operations',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/center/tasks',
      title: { cn: '后台任务', en: 'Background tasks' },
      screen: () => import('./web/center/OwnTasksPage.tsx'),
    },
    {
      path: '/center/recycle',
      title: { cn: '我的回收站', en: 'My recycle bin' },
      screen: () => import('./web/center/OwnRecyclePage.tsx'),
    },
    {
      path: '/manage/overview',
      title: { cn: '管理概览', en: 'Overview' },
      screen: () => import('./web/admin/OverviewPage.tsx'),
      layout: 'admin',
      access: seesOverview,
    },
    {
      path: '/manage/audit',
      title: { cn: '审计日志', en: 'Audit log' },
      screen: () => import('./web/admin/AuditPage.tsx'),
      layout: 'admin',
      access: readsAudit,
    },
    {
      path: '/manage/tasks',
      title: { cn: '后台任务', en: 'Background tasks' },
      screen: () => import('./web/admin/TasksPage.tsx'),
      layout: 'admin',
      access: managesTasks,
    },
    {
      path: '/manage/recycle',
      title: { cn: '回收站', en: 'Recycle bin' },
      screen: () => import('./web/admin/RecyclePage.tsx'),
      layout: 'admin',
      access: managesRecycleBin,
    },
    {
      path: '/manage/status',
      title: { cn: '系统状态', en: 'System status' },
      screen: () => import('./web/admin/StatusPage.tsx'),
      layout: 'admin',
      access: managesTasks,
    },
  ],
  menu: [
    {
      area: 'user',
      title: { cn: '后台任务', en: 'Background tasks' },
      icon: 'history',
      path: '/center/tasks',
      order: 60,
    },
    { area: 'user', title: { cn: '回收站', en: 'Recycle bin' }, icon: 'delete', path: '/center/recycle', order: 65 },
    {
      area: 'admin',
      icon: 'home',
      order: 0,
      path: '/manage/overview',
      access: seesOverview,
      title: { cn: '管理概览', en: 'Overview' },
    },
    {
      area: 'admin',
      group: 'security',
      icon: 'delete',
      order: 40,
      path: '/manage/recycle',
      access: managesRecycleBin,
      title: { cn: '回收站', en: 'Recycle bin' },
    },
    {
      area: 'admin',
      group: 'security',
      icon: 'log',
      order: 10,
      path: '/manage/audit',
      access: readsAudit,
      title: { cn: '审计日志', en: 'Audit log' },
    },
    {
      area: 'admin',
      group: 'system',
      icon: 'history',
      order: 30,
      path: '/manage/tasks',
      access: managesTasks,
      title: { cn: '后台任务', en: 'Background tasks' },
    },
    {
      area: 'admin',
      group: 'system',
      icon: 'chart',
      order: 20,
      path: '/manage/status',
      access: managesTasks,
      title: { cn: '系统状态', en: 'System status' },
    },
  ],
}
