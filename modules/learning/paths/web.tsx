/** Learning paths' door for the browser shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'
import { makesPaths, managesChannels, reviewsProofs } from './contract/access.ts'

export const pathsWeb: WebModule = {
  name: 'paths',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/study/paths',
      title: { cn: '学习路径', en: 'Learning paths' },
      screen: () => import('./web/study/MyPathsPage.tsx'),
      plain: true,
    },
    {
      path: '/branch-post-learning-detail/:pageId',
      title: { cn: '学习路径', en: 'Learning path' },
      screen: () => import('./web/study/PathPage.tsx'),
      plain: true,
    },
    {
      path: '/branch-post-learning-audit/:pageId/:progressId',
      title: { cn: '学习成果', en: 'Proof' },
      screen: () => import('./web/study/AuditPage.tsx'),
      layout: 'either',
      plain: true,
    },
    {
      path: '/branch-point-list/:pointId',
      title: { cn: '学习要点', en: 'Path section' },
      screen: () => import('./web/study/PointPage.tsx'),
      plain: true,
    },
    {
      path: '/admin/paths',
      title: { cn: '学习路径', en: 'Learning paths' },
      screen: () => import('./web/admin/PathsPage.tsx'),
      layout: 'admin',
      access: makesPaths,
    },
    {
      path: '/admin/paths/:id',
      title: { cn: '编辑学习路径', en: 'Edit learning path' },
      screen: () => import('./web/admin/PathEditorPage.tsx'),
      layout: 'admin',
      access: makesPaths,
    },
    {
      path: '/admin/position-channels',
      title: { cn: '岗位通道', en: 'Position channels' },
      screen: () => import('./web/admin/ChannelsPage.tsx'),
      layout: 'admin',
      access: managesChannels,
    },
    {
      path: '/admin/path-audits',
      title: { cn: '学习成果审核', en: 'Path proofs' },
      screen: () => import('./web/admin/AuditsPage.tsx'),
      layout: 'admin',
      access: reviewsProofs,
    },
  ],
  menu: [
    { area: 'main', order: 23, title: { cn: '路径', en: 'Paths' }, icon: 'route', path: '/study/paths' },
    {
      area: 'admin',
      group: 'content',
      order: 20,
      title: { cn: '学习路径', en: 'Learning paths' },
      icon: 'todo',
      path: '/admin/paths',
      access: makesPaths,
    },
    {
      area: 'admin',
      group: 'content',
      order: 45,
      title: { cn: '岗位通道', en: 'Position channels' },
      icon: 'organization',
      path: '/admin/position-channels',
      access: managesChannels,
    },
    {
      area: 'admin',
      group: 'study',
      order: 32,
      title: { cn: '学习成果审核', en: 'Path proofs' },
      icon: 'exam',
      path: '/admin/path-audits',
      access: reviewsProofs,
    },
  ],
  widgets: {
    home: [{ order: 12, screen: () => import('./web/home/PathsSection.tsx') }],
    study: [{ order: 12, screen: () => import('./web/home/StudyPathsSection.tsx') }],
  },
}
