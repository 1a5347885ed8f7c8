/** Community's door for the shell: the screens of share accounts. */
import type { WebModule } from '#web/module.ts'

const account = {
  title: { cn: '分享账户', en: 'Share account' },
  screen: () => import('./web/share-team/AccountPage.tsx'),
}

export const communityWeb: WebModule = {
  name: 'community',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/share-study/certification-acount',
      title: { cn: '开通分享账户', en: 'Share accounts' },
      screen: () => import('./web/certification-acount/AccountKindPage.tsx'),
    },
    {
      path: '/share-study/certification-info',
      title: { cn: '申请分享账户', en: 'Apply for a share account' },
      screen: () => import('./web/certification-info/AccountFormPage.tsx'),
    },
    { ...account, path: '/share-team' },
    { ...account, path: '/share-team/team-content/:id?' },
    {
      path: '/share-study/knowledge-community/:id?',
      title: { cn: '知识圈', en: 'Knowledge circles' },
      screen: () => import('./web/knowledge-community/CirclesPage.tsx'),
    },
    {
      path: '/member-manage',
      title: { cn: '团队成员', en: 'Team members' },
      screen: () => import('./web/share-output/MembersPage.tsx'),
    },
  ],
  menu: [
    {
      area: 'main',
      order: 40,
      title: { cn: '知识圈', en: 'Circles' },
      icon: 'community',
      path: '/share-study/knowledge-community',
    },
    {
      area: 'user',
      order: 40,
      title: { cn: '我的分享账户', en: 'My share accounts' },
      icon: 'users',
      path: '/share-team/team-content',
    },
  ],
}
