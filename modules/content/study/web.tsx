/** Study's door for the shell: class hours, credits and the timeline of the personal learning center. */
import type { WebModule } from '#web/module.ts'
import { managesCredits, readsGradebook, seesProgress } from './contract/access.ts'

const history = {
  title: { cn: '学时与学分', en: 'Class hours and credits' },
  screen: () => import('./web/center/HistoryPage.tsx'),
}

export const studyWeb: WebModule = {
  name: 'study',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/center/my/study',
      title: { cn: '学习时长', en: 'Study time' },
      screen: () => import('./web/center/StudyTimePage.tsx'),
    },
    { ...history, path: '/center/my/class-hour' },
    { ...history, path: '/center/my/credit' },
    // As messages and bookmarks of earlier days have it.
    { ...history, path: '/center/my/class-hours' },
    { ...history, path: '/center/my/credits' },
    {
      path: '/center/my/timeline',
      title: { cn: '学习轨迹', en: 'Timeline' },
      screen: () => import('./web/center/TimelinePage.tsx'),
    },
    {
      path: '/admin/gradebook',
      title: { cn: '成绩册', en: 'Gradebook' },
      screen: () => import('./web/gradebook/GradebookPage.tsx'),
      layout: 'admin',
      access: readsGradebook,
    },
    {
      // A member opens the own record, without a permission: the server says whose record the caller may open.
      path: '/learning-record/:memberId',
      title: { cn: '学习档案', en: 'Learning record' },
      screen: () => import('./web/gradebook/RecordPage.tsx'),
      layout: 'either',
    },
    {
      path: '/manage/study/credits',
      title: { cn: '学时学分规则', en: 'Class hours and credits' },
      screen: () => import('./web/admin/CapsPage.tsx'),
      layout: 'admin',
      access: managesCredits,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 10,
      title: { cn: '学习时长', en: 'Study time' },
      icon: 'clock',
      path: '/center/my/study',
    },
    {
      area: 'center',
      order: 20,
      title: { cn: '学时', en: 'Class hours' },
      icon: 'calendar',
      path: '/center/my/class-hour',
    },
    { area: 'center', order: 21, title: { cn: '学分', en: 'Credits' }, icon: 'chart', path: '/center/my/credit' },
    {
      area: 'center',
      order: 30,
      title: { cn: '学习轨迹', en: 'Timeline' },
      icon: 'history',
      path: '/center/my/timeline',
    },
    {
      area: 'admin',
      group: 'study',
      order: 25,
      title: { cn: '成绩册', en: 'Gradebook' },
      icon: 'log',
      path: '/admin/gradebook',
      access: readsGradebook,
    },
    {
      area: 'admin',
      group: 'study',
      order: 60,
      title: { cn: '学时学分规则', en: 'Class hours and credits' },
      icon: 'medal',
      path: '/manage/study/credits',
      access: managesCredits,
    },
  ],
  widgets: {
    'member-drawer': [{ order: 10, access: seesProgress, screen: () => import('./web/gradebook/RecordSection.tsx') }],
    'subordinate-figures': [{ order: 10, screen: () => import('./web/center/SubordinateFigures.tsx') }],
    center: [
      { order: 5, screen: () => import('./web/center/FiguresSection.tsx') },
      { order: 10, screen: () => import('./web/center/ContinueSection.tsx') },
      { order: 60, screen: () => import('./web/center/TimelineSection.tsx') },
    ],
  },
}
