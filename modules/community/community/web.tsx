/** Community's door for the shell: the screens of share accounts. */
import { NOT_FOUND } from '#kit/errors.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { call } from '#web/api/query.ts'
import type { Guard, WebModule } from '#web/module.ts'
import { paths } from '#web/paths.ts'
import { managesCommunity } from './contract/access.ts'

const account = {
  title: { cn: '分享账户', en: 'Share account' },
  screen: () => import('./web/share-team/AccountPage.tsx'),
}

const circlesPath = '/share-study/knowledge-community'

/** While circles are switched off, their address leads to the error page (COMMUNITY-120). */
const circlesOpen: Guard = {
  name: 'circles-open',
  appliesTo: ({ path }) => path === circlesPath || path.startsWith(`${circlesPath}/`),
  async enter() {
    const { value } = await call(settings.ruleValue, { query: { key: 'KNOWLEDGE_OPERATION_CONFIG' } }, { quiet: true })
    return String(value.knowledgeCircleShowSwitch) === '1' ? undefined : paths.errorPage(NOT_FOUND.code)
  },
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
      path: '/share-study/experts',
      title: { cn: '专家广场', en: 'Experts' },
      screen: () => import('./web/share-index/ExpertsPage.tsx'),
    },
    {
      path: '/output-detail',
      title: { cn: '数据分析', en: 'Analysis' },
      screen: () => import('./web/share-output/AnalysisPage.tsx'),
    },
    {
      path: '/manage/accounts',
      title: { cn: '分享账户管理', en: 'Share accounts' },
      screen: () => import('./web/admin/ManagedAccountsPage.tsx'),
      layout: 'admin',
      access: managesCommunity,
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
      path: circlesPath,
      switch: 'communityIsOpen',
    },
    {
      area: 'user',
      order: 40,
      title: { cn: '我的分享账户', en: 'My share accounts' },
      icon: 'users',
      path: '/share-team/team-content',
    },
    {
      area: 'user',
      order: 41,
      title: { cn: '专家广场', en: 'Experts' },
      icon: 'compass',
      path: '/share-study/experts',
    },
    {
      area: 'admin',
      group: 'community',
      order: 30,
      title: { cn: '分享账户', en: 'Share accounts' },
      icon: 'users',
      path: '/manage/accounts',
      access: managesCommunity,
    },
  ],
  guards: [circlesOpen],
}
