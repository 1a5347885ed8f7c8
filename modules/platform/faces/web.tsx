/** The door of faces for the shell and for forms of other modules: the own picture, and the comparison with it. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import type { FaceCheckProps } from './web/FaceCheck.tsx'

const LazyFaceCheck = part(() => import('./web/FaceCheck.tsx'), ['faces'])

/** Compares a picture that was just taken with the one that the member keeps. */
export function FaceCheck(props: FaceCheckProps) {
  return (
    <Suspense fallback={null}>
      <LazyFaceCheck {...props} />
    </Suspense>
  )
}

export const facesWeb: WebModule = {
  name: 'faces',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
  widgets: { account: [{ order: 40, screen: () => import('./web/center/FaceSection.tsx') }] },
}
