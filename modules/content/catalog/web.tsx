/** Catalog's door for the shell, and the parts of authoring screens that every kind of content shares. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { AuthorActionsProps } from './web/parts/AuthorActions.tsx'
import type { ContentFieldProps } from './web/parts/ContentField.tsx'
import type { ContentPickerProps } from './web/parts/ContentPicker.tsx'
import type { StatusTagsProps } from './web/parts/StatusTags.tsx'

export type { ContentRef } from './web/parts/ContentPicker.tsx'

const LazyAuthorActions = part(() => import('./web/parts/AuthorActions.tsx'), ['catalog'])
const LazyContentField = part(() => import('./web/parts/ContentField.tsx'), ['catalog'])
const LazyContentPicker = part(() => import('./web/parts/ContentPicker.tsx'), ['catalog'])
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

/** A dialog that chooses content of any kind: by kind, by category, by typed words; one item or several. */
export function ContentPicker(props: ContentPickerProps) {
  return (
    <Suspense fallback={null}>
      <LazyContentPicker {...props} />
    </Suspense>
  )
}

/** A field for one item of content. */
export function ContentField(props: ContentFieldProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyContentField {...props} />
    </Suspense>
  )
}

export const catalogWeb: WebModule = {
  name: 'catalog',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
