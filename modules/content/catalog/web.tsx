/** Catalog's door for the shell, and the parts of authoring screens that every kind of content shares. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import type { AuthorActionsProps } from './web/parts/AuthorActions.tsx'
import type { StatusTagsProps } from './web/parts/StatusTags.tsx'

const LazyAuthorActions = part(() => import('./web/parts/AuthorActions.tsx'), ['catalog'])
const LazyStatusTags = part(() => import('./web/parts/StatusTags.tsx'), ['catalog'])

/** @public The buttons of an author: publish, withdraw, take off the shelf, discard changes, delete. */
export function AuthorActions(props: AuthorActionsProps) {
  return (
    <Suspense fallback={null}>
      <LazyAuthorActions {...props} />
    </Suspense>
  )
}

/** @public The status of authored content as tags. */
export function StatusTags(props: StatusTagsProps) {
  return (
    <Suspense fallback={null}>
      <LazyStatusTags {...props} />
    </Suspense>
  )
}

export const catalogWeb: WebModule = {
  name: 'catalog',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
