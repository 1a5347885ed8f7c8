/** The door of classes for the shell: the classes of members, and the pages of those who run them. */
import { Suspense } from 'react'
import { runsLotteries } from '#modules/engagement/lotteries/contract/access.ts'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { nominatesMembers, runsClasses } from './contract/access.ts'
import type { ClassTabsProps } from './web/admin/ClassTabs.tsx'

const LazyClassTabs = part(() => import('./web/admin/ClassTabs.tsx'), ['classes'])

/** The tabs on top of every page of one class for those who run it. */
export function ClassTabs(props: ClassTabsProps) {
  return (
    <Suspense fallback={null}>
      <LazyClassTabs {...props} />
    </Suspense>
  )
}

export const classesWeb: WebModule = {
  name: 'classes',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/train-new',
      title: { cn: '培训班', en: 'Classes' },
      screen: () => import('./web/center/ClassesPage.tsx'),
    },
    {
      path: '/train-new/class/:classId/discussion/:activityId',
      title: { cn: '班级讨论', en: 'Class discussion' },
      screen: () => import('./web/center/DiscussionPage.tsx'),
    },
    {
      path: '/train-new/class/:classId/material/:activityId',
      title: { cn: '班级资料', en: 'Class material' },
      screen: () => import('./web/center/MaterialPage.tsx'),
    },
    {
      path: '/train-new/class-detail/:id',
      title: { cn: '培训班', en: 'Class' },
      screen: () => import('./web/center/ClassPage.tsx'),
    },
    {
      // Approvers open it as well: the server decides.
      path: '/train-new/class-preview/:id',
      title: { cn: '培训班预览', en: 'Class preview' },
      screen: () => import('./web/center/ClassPreviewPage.tsx'),
      layout: 'either',
    },
    {
      path: '/signup/:classId',
      title: { cn: '培训班报名', en: 'Enroll for a class' },
      screen: () => import('./web/center/SignUpPage.tsx'),
      layout: 'blank',
    },
    {
      path: '/signup-esg/:classId',
      title: { cn: '培训班报名', en: 'Register for a class' },
      screen: () => import('./web/center/SignUpExternalPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/admin/classes',
      title: { cn: '培训班管理', en: 'Manage classes' },
      screen: () => import('./web/admin/ManagedClassesPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id',
      title: { cn: '培训班设置', en: 'Class settings' },
      screen: () => import('./web/admin/ClassEditorPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id/activities',
      title: { cn: '培训班活动', en: 'Class activities' },
      screen: () => import('./web/admin/ActivitiesPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id/roster',
      title: { cn: '学员名单', en: 'Class roster' },
      screen: () => import('./web/admin/RosterPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id/lotteries',
      title: { cn: '班级抽奖', en: 'Class lotteries' },
      screen: () => import('./web/admin/LotteriesPage.tsx'),
      layout: 'admin',
      access: runsLotteries,
    },
    {
      path: '/admin/classes/:id/workspace',
      title: { cn: '班级空间', en: 'Class workspace' },
      screen: () => import('./web/admin/WorkspacePage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/class-nominations',
      title: { cn: '培训班选送', en: 'Nominate for classes' },
      screen: () => import('./web/admin/NominationsPage.tsx'),
      layout: 'admin',
      access: nominatesMembers,
    },
    {
      path: '/admin/class-nominations/:id',
      title: { cn: '选送学员', en: 'Nominate members' },
      screen: () => import('./web/admin/NomineesPage.tsx'),
      layout: 'admin',
      access: nominatesMembers,
    },
  ],
  menu: [
    {
      area: 'class',
      order: 10,
      title: { cn: '班级设置', en: 'Settings' },
      icon: 'settings',
      path: '/admin/classes/:id',
      access: runsClasses,
    },
    {
      area: 'class',
      order: 20,
      title: { cn: '学习安排', en: 'Activities' },
      icon: 'book',
      path: '/admin/classes/:id/activities',
      access: runsClasses,
    },
    {
      area: 'class',
      order: 30,
      title: { cn: '学员名单', en: 'Roster' },
      icon: 'users',
      path: '/admin/classes/:id/roster',
      access: runsClasses,
    },
    {
      area: 'class',
      order: 35,
      title: { cn: '班级空间', en: 'Workspace' },
      icon: 'community',
      path: '/admin/classes/:id/workspace',
      access: runsClasses,
    },
    {
      area: 'class',
      order: 80,
      title: { cn: '班级抽奖', en: 'Lotteries' },
      icon: 'gift',
      path: '/admin/classes/:id/lotteries',
      access: runsLotteries,
    },
    { area: 'main', order: 26, title: { cn: '培训班', en: 'Classes' }, icon: 'users', path: '/train-new' },
    {
      area: 'admin',
      group: 'study',
      order: 40,
      title: { cn: '培训班管理', en: 'Classes' },
      icon: 'users',
      path: '/admin/classes',
      access: runsClasses,
    },
    {
      area: 'admin',
      group: 'study',
      order: 41,
      title: { cn: '培训班选送', en: 'Nominations' },
      icon: 'send',
      path: '/admin/class-nominations',
      access: nominatesMembers,
    },
  ],
}
