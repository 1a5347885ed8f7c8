/** The door of orders for the shell: buying, own orders, and the pages of those who run orders. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { antPart } from '#web/part.ts'
import { managesOrders } from './contract/access.ts'
import type { BuyBoxProps } from './web/parts/BuyBox.tsx'

const LazyBuyBox = antPart(() => import('./web/parts/BuyBox.tsx'), ['orders', 'prices'])

/** What an item costs the member, with the button that buys it: for screens of what is sold. */
export function BuyBox(props: BuyBoxProps) {
  return (
    <Suspense fallback={null}>
      <LazyBuyBox {...props} />
    </Suspense>
  )
}

export const ordersWeb: WebModule = {
  name: 'orders',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/orders',
      title: { cn: '我的订单', en: 'My orders' },
      screen: () => import('./web/knowledge-pay/OrdersPage.tsx'),
    },
    {
      path: '/orders/owned',
      title: { cn: '已购内容', en: 'What I bought' },
      screen: () => import('./web/knowledge-pay/OwnedPage.tsx'),
    },
    {
      path: '/orders/:id',
      title: { cn: '订单', en: 'Order' },
      screen: () => import('./web/knowledge-pay/OrderPage.tsx'),
    },
    {
      path: '/manage/orders',
      title: { cn: '订单管理', en: 'Orders' },
      screen: () => import('./web/admin/ManagedOrdersPage.tsx'),
      layout: 'admin',
      access: managesOrders,
    },
    {
      path: '/manage/refunds',
      title: { cn: '退款管理', en: 'Refunds' },
      screen: () => import('./web/admin/RefundsPage.tsx'),
      layout: 'admin',
      access: managesOrders,
    },
  ],
  menu: [
    { area: 'user', order: 32, title: { cn: '我的购买', en: 'My purchases' }, icon: 'cart', path: '/orders' },
    { area: 'purchases', order: 10, title: { cn: '订单', en: 'Orders' }, icon: 'cart', path: '/orders' },
    { area: 'purchases', order: 20, title: { cn: '已购内容', en: 'Bought' }, icon: 'book', path: '/orders/owned' },
    {
      area: 'admin',
      group: 'commerce',
      order: 10,
      title: { cn: '订单管理', en: 'Orders' },
      icon: 'cart',
      path: '/manage/orders',
      access: managesOrders,
    },
    {
      area: 'admin',
      group: 'commerce',
      order: 20,
      title: { cn: '退款管理', en: 'Refunds' },
      icon: 'undo',
      path: '/manage/refunds',
      access: managesOrders,
    },
  ],
}
