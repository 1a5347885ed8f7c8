/** Study's door for the shell: class hours, credits and the timeline of the personal learning center. */
import type { WebModule } from '#web/module.ts'

const manages = { permission: 'credit.manage', wholeCompany: true } as const
const history = {
  title: { cn: '学时与学分', en: 'Class hours and credits' },
  screen: () => import('./web/center/HistoryPage.tsx'),
}

export const studyWeb: WebModule = {
  name: 'study',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { ...history, path: '/center/my/class-hours' },
    { ...history, path: '/center/my/credits' },
    {
      path: '/center/my/timeline',
      title: { cn: '学习轨迹', en: 'Timeline' },
      screen: () => import('./web/center/TimelinePage.tsx'),
    },
    {
      path: '/manage/study/credits',
      title: { cn: '学时学分规则', en: 'Class hours and credits' },
      screen: () => import('./web/admin/CapsPage.tsx'),
      layout: 'admin',
      access: manages,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'study',
      order: 40,
      title: { cn: '学时学分规则', en: 'Class hours and credits' },
      icon: 'medal',
      path: '/manage/study/credits',
      access: manages,
    },
  ],
  widgets: {
    center: [
      { order: 5, screen: () => import('./web/center/FiguresSection.tsx') },
      { order: 60, screen: () => import('./web/center/TimelineSection.tsx') },
    ],
  },
}
