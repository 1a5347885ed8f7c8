/** The door of entitlements for the shell: what is open to a member, and the seats that they give to others. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'

const LazyOwnedList = part(() => import('./web/parts/OwnedList.tsx'), ['entitlements'])
const LazySeatsList = part(() => import('./web/parts/SeatsList.tsx'), ['entitlements'])

/** What the member has bought or was given. */
export function OwnedList() {
  return (
    <Suspense fallback={<LoadingState rows={4} />}>
      <LazyOwnedList />
    </Suspense>
  )
}

/** The seats that the member has bought for others. */
export function SeatsList() {
  return (
    <Suspense fallback={<LoadingState rows={4} />}>
      <LazySeatsList />
    </Suspense>
  )
}

export const entitlementsWeb: WebModule = {
  name: 'entitlements',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
