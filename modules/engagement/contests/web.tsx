/** The door of contests for the shell: members, reviewers, and those who run contests. */
import type { WebModule } from '#web/module.ts'
import { runsContests } from './contract/access.ts'

export const contestsWeb: WebModule = {
  name: 'contests',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/contest',
      title: { cn: '微课大赛', en: 'Contests' },
      screen: () => import('./web/center/ContestsPage.tsx'),
    },
    {
      path: '/contest/reviews',
      title: { cn: '大赛评审', en: 'Works to review' },
      screen: () => import('./web/center/ReviewsPage.tsx'),
    },
    {
      path: '/contest/review/:id',
      title: { cn: '作品评审', en: 'Review of a work' },
      screen: () => import('./web/center/ReviewPage.tsx'),
    },
    {
      path: '/contest/work/:id',
      title: { cn: '参赛作品', en: 'Contest work' },
      screen: () => import('./web/center/WorkPage.tsx'),
    },
    {
      path: '/contest/:id',
      title: { cn: '微课大赛', en: 'Contest' },
      screen: () => import('./web/center/ContestPage.tsx'),
    },
    {
      path: '/admin/contests',
      title: { cn: '大赛管理', en: 'Manage contests' },
      screen: () => import('./web/admin/ManagedContestsPage.tsx'),
      layout: 'admin',
      access: runsContests,
    },
    {
      path: '/admin/contests/:id',
      title: { cn: '大赛设置', en: 'Contest settings' },
      screen: () => import('./web/admin/ContestEditorPage.tsx'),
      layout: 'admin',
      access: runsContests,
    },
    {
      path: '/admin/contests/:id/works',
      title: { cn: '参赛作品管理', en: 'Works of a contest' },
      screen: () => import('./web/admin/WorksPage.tsx'),
      layout: 'admin',
      access: runsContests,
    },
    {
      path: '/admin/contests/:id/assignments',
      title: { cn: '大赛评审分配', en: 'Reviews of a contest' },
      screen: () => import('./web/admin/AssignmentsPage.tsx'),
      layout: 'admin',
      access: runsContests,
    },
    {
      path: '/admin/contests/:id/votes',
      title: { cn: '大赛投票', en: 'Votes of a contest' },
      screen: () => import('./web/admin/VotesPage.tsx'),
      layout: 'admin',
      access: runsContests,
    },
    {
      path: '/admin/contests/:id/results',
      title: { cn: '大赛结果', en: 'Results of a contest' },
      screen: () => import('./web/admin/ResultsPage.tsx'),
      layout: 'admin',
      access: runsContests,
    },
  ],
  menu: [
    { area: 'user', order: 46, title: { cn: '微课大赛', en: 'Contests' }, icon: 'medal', path: '/contest' },
    {
      area: 'admin',
      group: 'study',
      order: 46,
      title: { cn: '大赛管理', en: 'Contests' },
      icon: 'medal',
      path: '/admin/contests',
      access: runsContests,
    },
  ],
}
