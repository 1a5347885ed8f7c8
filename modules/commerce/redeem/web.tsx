/** The door of redeem for the shell: redeeming a card, and the administration of cards. */
import type { WebModule } from '#web/module.ts'
import { managesRedeem } from './contract/access.ts'

export const redeemWeb: WebModule = {
  name: 'redeem',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/redeem',
      title: { cn: '兑换卡', en: 'Redeem a card' },
      screen: () => import('./web/knowledge-pay/RedeemPage.tsx'),
    },
    {
      path: '/manage/redeem',
      title: { cn: '兑换卡', en: 'Redeem cards' },
      screen: () => import('./web/admin/BatchesPage.tsx'),
      layout: 'admin',
      access: managesRedeem,
      wide: true,
    },
    {
      path: '/manage/redeem/:id',
      title: { cn: '兑换卡批次', en: 'Batch of redeem cards' },
      screen: () => import('./web/admin/BatchPage.tsx'),
      layout: 'admin',
      access: managesRedeem,
      wide: true,
    },
  ],
  menu: [
    { area: 'purchases', order: 50, title: { cn: '兑换卡', en: 'Redeem a card' }, icon: 'gift', path: '/redeem' },
    {
      area: 'admin',
      group: 'commerce',
      order: 35,
      title: { cn: '兑换卡', en: 'Redeem cards' },
      icon: 'gift',
      path: '/manage/redeem',
      access: managesRedeem,
    },
  ],
}
