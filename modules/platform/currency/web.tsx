/** The door of currency for the shell: the team coin manager, the own account, and administration. */
import { call } from '#web/api/query.ts'
import type { WebModule } from '#web/module.ts'
import { managesCompanyCurrency, managesCurrency } from './contract/access.ts'
import { currency } from './contract.ts'

const rules = {
  title: { cn: '奖励与过期规则', en: 'Award rules' },
  screen: () => import('./web/admin/RulesPage.tsx'),
  layout: 'admin',
  access: managesCompanyCurrency,
} as const
const own = {
  title: { cn: '学币与积分', en: 'Coins and points' },
  screen: () => import('./web/center/OwnAccountPage.tsx'),
}

export const currencyWeb: WebModule = {
  name: 'currency',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/learncoin-manage',
      title: { cn: '团队学币管理', en: 'Team coins' },
      screen: () => import('./web/share-output/TeamCoinPage.tsx'),
    },
    { ...own, path: '/center/my/coins' },
    { ...own, path: '/center/my/points' },
    { ...own, path: '/center/my/trade-records' },
    { ...rules, path: '/manage/currency' },
    { ...rules, path: '/manage/currency/rules' },
    {
      path: '/manage/currency/holders',
      title: { cn: '学币与积分账户', en: 'Coins and points' },
      screen: () => import('./web/admin/HoldersPage.tsx'),
      layout: 'admin',
      access: managesCurrency,
    },
    {
      path: '/manage/currency/proof',
      title: { cn: '账目核对', en: 'Ledger check' },
      screen: () => import('./web/admin/ProofPage.tsx'),
      layout: 'admin',
      access: managesCompanyCurrency,
    },
  ],
  menu: [
    { area: 'center', order: 60, title: { cn: '积分', en: 'Points' }, icon: 'star', path: '/center/my/points' },
    {
      area: 'center',
      order: 61,
      title: { cn: '学币', en: 'Coins' },
      word: 'currencyName',
      icon: 'coin',
      path: '/center/my/coins',
    },
    {
      area: 'center',
      order: 62,
      title: { cn: '交易记录', en: 'Transactions' },
      icon: 'log',
      path: '/center/my/trade-records',
    },
    {
      area: 'user',
      order: 30,
      title: { cn: '学币与积分', en: 'Coins and points' },
      icon: 'coin',
      path: '/center/my/coins',
    },
    {
      area: 'admin',
      group: 'community',
      order: 60,
      title: { cn: '学币与积分账户', en: 'Coins and points' },
      icon: 'coin',
      path: '/manage/currency/holders',
      access: managesCurrency,
    },
    {
      area: 'admin',
      group: 'community',
      order: 61,
      title: { cn: '奖励与过期规则', en: 'Award rules' },
      icon: 'medal',
      path: '/manage/currency/rules',
      access: managesCompanyCurrency,
    },
    {
      area: 'admin',
      group: 'community',
      order: 62,
      title: { cn: '账目核对', en: 'Ledger check' },
      icon: 'check',
      path: '/manage/currency/proof',
      access: managesCompanyCurrency,
    },
  ],
  widgets: {
    center: [{ order: 30, screen: () => import('./web/center/BalanceSection.tsx') }],
  },
  // The award of a sign-in runs in the background.
  whenSignedIn: async () => void call(currency.signInAward, {}, { quiet: true }).catch(() => {}),
}
