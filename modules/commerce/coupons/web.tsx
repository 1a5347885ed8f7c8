/** The door of coupons for the shell: own coupons, their administration, and the choice of one for screens that sell. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { managesCoupons } from './contract/access.ts'
import type { CouponSelectProps } from './web/parts/CouponSelect.tsx'

const LazyCouponSelect = part(() => import('./web/parts/CouponSelect.tsx'), ['coupons', 'prices'])

/** Which of their coupons a buyer uses. */
export function CouponSelect(props: CouponSelectProps) {
  return (
    <Suspense fallback={null}>
      <LazyCouponSelect {...props} />
    </Suspense>
  )
}

export const couponsWeb: WebModule = {
  name: 'coupons',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/coupons',
      title: { cn: '优惠券', en: 'Coupons' },
      screen: () => import('./web/knowledge-pay/CouponsPage.tsx'),
    },
    {
      path: '/manage/coupons',
      title: { cn: '优惠券管理', en: 'Coupons' },
      screen: () => import('./web/admin/ManagedCouponsPage.tsx'),
      layout: 'admin',
      access: managesCoupons,
      wide: true,
    },
  ],
  menu: [
    { area: 'purchases', order: 30, title: { cn: '优惠券', en: 'Coupons' }, icon: 'tag', path: '/coupons' },
    {
      area: 'admin',
      group: 'commerce',
      order: 32,
      title: { cn: '优惠券管理', en: 'Coupons' },
      icon: 'tag',
      path: '/manage/coupons',
      access: managesCoupons,
    },
  ],
}
