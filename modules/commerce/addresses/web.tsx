/** The door of addresses for the shell and for other modules' screens: the own addresses, and a field that chooses one. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { AddressFieldProps } from './web/parts/AddressField.tsx'

const LazyAddressField = part(() => import('./web/parts/AddressField.tsx'), ['addresses'])
const LazyAddressesPanel = part(() => import('./web/parts/AddressesPanel.tsx'), ['addresses'])

/** Chooses one of the own addresses in a form, or adds one; the value is its id. */
export function AddressField(props: AddressFieldProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyAddressField {...props} />
    </Suspense>
  )
}

/** The own addresses with everything that can be done with them. */
export function AddressesPanel() {
  return (
    <Suspense fallback={<LoadingState rows={4} />}>
      <LazyAddressesPanel />
    </Suspense>
  )
}

export const addressesWeb: WebModule = {
  name: 'addresses',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
