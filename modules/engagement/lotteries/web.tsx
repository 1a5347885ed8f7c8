/** The door of lotteries for the shell: drawing, the own prizes, the public proof, and the pages of those who run them. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { runsLotteries } from './contract/access.ts'
import type { ManagedLotteriesProps } from './web/parts/ManagedLotteries.tsx'
import type { ScopeProps } from './web/parts/ScopeSection.tsx'

const LazyManagedLotteries = part(() => import('./web/parts/ManagedLotteries.tsx'), ['lotteries', 'catalog'])

const LazyScopeSection = part(() => import('./web/parts/ScopeSection.tsx'), ['lotteries'])

/** The lotteries of what another module has registered as a scope, on its own screen. */
export function ScopeLotteries(props: ScopeProps) {
  return (
    <Suspense fallback={null}>
      <LazyScopeSection {...props} />
    </Suspense>
  )
}

/** The same lotteries for those who run them, with what they need to make and end one. */
export function ManagedScopeLotteries(props: Required<ManagedLotteriesProps>) {
  return (
    <Suspense fallback={null}>
      <LazyManagedLotteries {...props} />
    </Suspense>
  )
}

export const lotteriesWeb: WebModule = {
  name: 'lotteries',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/lottery',
      title: { cn: '抽奖', en: 'Lotteries' },
      screen: () => import('./web/center/LotteriesPage.tsx'),
    },
    {
      path: '/lottery/prizes',
      title: { cn: '我的奖品', en: 'My prizes' },
      screen: () => import('./web/center/PrizesPage.tsx'),
    },
    {
      path: '/lottery/:id',
      title: { cn: '抽奖', en: 'Lottery' },
      screen: () => import('./web/center/LotteryPage.tsx'),
    },
    {
      path: '/lottery/attendance/:id',
      title: { cn: '抽奖签到', en: 'Join a lottery' },
      screen: () => import('./web/center/AttendancePage.tsx'),
    },
    {
      path: '/lottery/proof/:id',
      title: { cn: '抽奖验证', en: 'Proof of a lottery' },
      screen: () => import('./web/center/ProofPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/admin/lotteries',
      title: { cn: '抽奖管理', en: 'Manage lotteries' },
      screen: () => import('./web/admin/ManagedLotteriesPage.tsx'),
      layout: 'admin',
      access: runsLotteries,
    },
    {
      path: '/admin/lotteries/:id',
      title: { cn: '抽奖设置', en: 'Lottery settings' },
      screen: () => import('./web/admin/LotteryEditorPage.tsx'),
      layout: 'admin',
      access: runsLotteries,
    },
    {
      path: '/admin/lotteries/:id/winners',
      title: { cn: '中奖名单', en: 'Winners' },
      screen: () => import('./web/admin/WinnersPage.tsx'),
      layout: 'admin',
      access: runsLotteries,
    },
  ],
  menu: [
    { area: 'user', order: 45, title: { cn: '抽奖', en: 'Lotteries' }, icon: 'gift', path: '/lottery' },
    {
      area: 'admin',
      group: 'study',
      order: 45,
      title: { cn: '抽奖管理', en: 'Lotteries' },
      icon: 'gift',
      path: '/admin/lotteries',
      access: runsLotteries,
    },
  ],
}
