/** The door of cards for the shell: member cards before they are bought, own ones, and their administration. */
import type { WebModule } from '#web/module.ts'
import { managesCards } from './contract/access.ts'

export const cardsWeb: WebModule = {
  name: 'cards',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/member-cards',
      title: { cn: '会员卡', en: 'Member cards' },
      screen: () => import('./web/knowledge-pay/CardsPage.tsx'),
    },
    {
      path: '/member-card-preview/:id',
      title: { cn: '会员卡', en: 'Member card' },
      screen: () => import('./web/knowledge-pay/CardPage.tsx'),
    },
    {
      path: '/manage/member-cards',
      title: { cn: '会员卡管理', en: 'Member cards' },
      screen: () => import('./web/admin/ManagedCardsPage.tsx'),
      layout: 'admin',
      access: managesCards,
      wide: true,
    },
  ],
  menu: [
    { area: 'purchases', order: 40, title: { cn: '会员卡', en: 'Member cards' }, icon: 'medal', path: '/member-cards' },
    {
      area: 'admin',
      group: 'commerce',
      order: 30,
      title: { cn: '会员卡管理', en: 'Member cards' },
      icon: 'medal',
      path: '/manage/member-cards',
      access: managesCards,
    },
  ],
}
