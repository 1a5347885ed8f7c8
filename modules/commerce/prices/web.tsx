/** The door of prices for the shell: the price of an item as text, its form, and where it is set. */
import { Suspense } from 'react'
import { mayOpen } from '#web/access.ts'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { useSession } from '#web/session.ts'
import { managesPrices } from './contract/access.ts'
import type { PaidFilterProps } from './web/parts/PaidFilter.tsx'
import type { PriceBadgeProps } from './web/parts/PriceBadge.tsx'
import type { PriceCardProps } from './web/parts/PriceCard.tsx'
import type { PricedNoteProps } from './web/parts/PricedNote.tsx'
import { useIsSold } from './web/parts/use-is-sold.ts'

export { Price, usePointsText, usePriceText } from './web/parts/Price.tsx'
export { isPayOf, useIsPay } from './web/parts/use-is-pay.ts'

const LazyPriceCard = part(() => import('./web/parts/PriceCard.tsx'), ['prices'])

/** What an item costs, on the screen of who makes it, with the way to change it; nothing for who may not. */
export function PriceCard(props: PriceCardProps) {
  const session = useSession()
  if (!mayOpen(managesPrices, session)) return null
  return (
    <Suspense fallback={null}>
      <LazyPriceCard {...props} />
    </Suspense>
  )
}

const LazyPriceBadge = part(() => import('./web/parts/PriceBadge.tsx'), ['prices'])

/** What an item of a list costs the member; asked once for the whole list. */
export function PriceBadge(props: PriceBadgeProps) {
  if (!useIsSold([props.businessType])) return null
  return (
    <Suspense fallback={null}>
      <LazyPriceBadge {...props} />
    </Suspense>
  )
}

const LazyPaidFilter = part(() => import('./web/parts/PaidFilter.tsx'), ['prices'])

/** Chooses what is free or what costs something, beside the other filters of a list; `useIsPay` keeps it in the address. */
export function PaidFilter(props: PaidFilterProps) {
  return (
    <Suspense fallback={null}>
      <LazyPaidFilter {...props} />
    </Suspense>
  )
}

const LazyPricedNote = part(() => import('./web/parts/PricedNote.tsx'), ['prices'])

/** For whoever assigns items to others: which of them have a price, and that it is not paid so. */
export function PricedNote(props: PricedNoteProps) {
  return (
    <Suspense fallback={null}>
      <LazyPricedNote {...props} />
    </Suspense>
  )
}

export const pricesWeb: WebModule = {
  name: 'prices',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/price/:businessType/:itemId',
      title: { cn: '价格设置', en: 'Price' },
      screen: () => import('./web/admin/PricePage.tsx'),
      layout: 'admin',
      access: managesPrices,
    },
  ],
  widgets: {
    'item-price': [{ order: 10, screen: () => import('./web/parts/PriceBadge.tsx') }],
  },
}
