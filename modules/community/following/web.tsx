/** Following’s door for the shell: the button that follows anything. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import type { FollowButtonProps } from './web/FollowButton.tsx'

const LazyFollowButton = part(() => import('./web/FollowButton.tsx'), ['following'])

/** Follows something, or no longer, with the number of its followers. */
export function FollowButton(props: FollowButtonProps) {
  return (
    <Suspense fallback={null}>
      <LazyFollowButton {...props} />
    </Suspense>
  )
}

export const followingWeb: WebModule = {
  name: 'following',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
