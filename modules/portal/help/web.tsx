/** Help's door for the shell: the help center, feedback, and the administrators' pages. */
import type { WebModule } from '#web/module.ts'
import { managesHelp } from './contract/access.ts'

export const helpWeb: WebModule = {
  name: 'help',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/help',
      title: { cn: '帮助中心', en: 'Help center' },
      screen: () => import('./web/center/HelpPage.tsx'),
    },
    {
      path: '/help/article/:id',
      title: { cn: '帮助文章', en: 'Help article' },
      screen: () => import('./web/center/HelpArticlePage.tsx'),
    },
    {
      path: '/help/feedback',
      title: { cn: '意见反馈', en: 'Feedback' },
      screen: () => import('./web/center/FeedbackPage.tsx'),
    },
    {
      path: '/help/feedback/:id',
      title: { cn: '我的反馈', en: 'My feedback' },
      screen: () => import('./web/center/OwnFeedbackPage.tsx'),
    },
    {
      path: '/manage/help',
      title: { cn: '帮助文章', en: 'Help articles' },
      screen: () => import('./web/admin/ManagedHelpPage.tsx'),
      layout: 'admin',
      access: managesHelp,
      wide: true,
    },
    {
      path: '/manage/help/article/:id',
      title: { cn: '编辑帮助文章', en: 'Edit help article' },
      screen: () => import('./web/admin/HelpEditorPage.tsx'),
      layout: 'admin',
      access: managesHelp,
    },
    {
      path: '/manage/feedback',
      title: { cn: '意见反馈', en: 'Feedback' },
      screen: () => import('./web/admin/FeedbackAdminPage.tsx'),
      layout: 'admin',
      access: managesHelp,
      wide: true,
    },
  ],
  menu: [
    {
      area: 'user',
      order: 80,
      title: { cn: '帮助中心', en: 'Help center' },
      icon: 'help',
      path: '/help',
      isAboutScreen: true,
    },
    { area: 'user', order: 81, title: { cn: '意见反馈', en: 'Feedback' }, icon: 'mail', path: '/help/feedback' },
    {
      area: 'admin',
      group: 'messages',
      order: 20,
      title: { cn: '帮助文章', en: 'Help articles' },
      icon: 'help',
      path: '/manage/help',
      access: managesHelp,
    },
    {
      area: 'admin',
      group: 'messages',
      order: 21,
      title: { cn: '意见反馈', en: 'Feedback' },
      icon: 'mail',
      path: '/manage/feedback',
      access: managesHelp,
    },
  ],
}
