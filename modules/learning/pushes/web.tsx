/** Pushes' door for the browser shell. */
import type { WebModule } from '#web/module.ts'
import { pushesStudy } from './contract/access.ts'

export const pushesWeb: WebModule = {
  name: 'pushes',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/center/study-pushes',
      title: { cn: '学习任务', en: 'Learning tasks' },
      screen: () => import('./web/center/OwnPushesPage.tsx'),
    },
    {
      path: '/center/student-study-pack-detail/:id',
      title: { cn: '学习任务详情', en: 'Learning task' },
      screen: () => import('./web/center/StudyPackPage.tsx'),
    },
    // Who leads somebody pushes to them without any permission: the server decides the recipients.
    {
      path: '/center/director/study',
      title: { cn: '团队学习', en: 'Team learning' },
      screen: () => import('./web/center/DirectorPage.tsx'),
      layout: 'either',
    },
    {
      path: '/center/director/study/push/:id',
      title: { cn: '学习任务', en: 'Learning task' },
      screen: () => import('./web/center/PushPage.tsx'),
      layout: 'either',
    },
    {
      path: '/center/director/study/team/:id',
      title: { cn: '团队学习详情', en: 'Team learning' },
      screen: () => import('./web/center/TeamPage.tsx'),
      layout: 'either',
    },
    {
      path: '/center/director/study/member/:memberId',
      title: { cn: '成员学习', en: 'Member learning' },
      screen: () => import('./web/center/FollowedMemberPage.tsx'),
      layout: 'either',
    },
  ],
  menu: [
    {
      area: 'center',
      order: 15,
      title: { cn: '学习任务', en: 'Learning tasks' },
      icon: 'send',
      path: '/center/study-pushes',
    },
    {
      area: 'admin',
      group: 'study',
      order: 10,
      title: { cn: '团队学习', en: 'Team learning' },
      icon: 'send',
      path: '/center/director/study',
      access: pushesStudy,
    },
  ],
  widgets: {
    'course-learners': [{ order: 10, screen: () => import('./web/parts/BoardMessages.tsx') }],
    'home-side': [{ order: 20, screen: () => import('./web/home/TeamSection.tsx') }],
    study: [{ order: 5, screen: () => import('./web/home/TasksSection.tsx') }],
    published: [{ order: 10, screen: () => import('./web/parts/PushPublished.tsx') }],
    center: [{ order: 12, screen: () => import('./web/center/DirectorSection.tsx') }],
  },
}
