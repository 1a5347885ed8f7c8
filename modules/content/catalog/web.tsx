/** Catalog's door for the shell, and the parts of authoring screens that every kind of content shares. */
import { type ReactNode, Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { AuthoredFormProps } from './web/parts/AuthoredForm.tsx'
import type { AuthoredHeadProps } from './web/parts/AuthoredHead.tsx'
import type { AuthoredIndexProps } from './web/parts/AuthoredIndex.tsx'
import type { AuthoredItem } from './web/parts/AuthoredList.tsx'
import type { ContentFieldProps } from './web/parts/ContentField.tsx'
import type { ContentPickerProps } from './web/parts/ContentPicker.tsx'
import type { ManagementListProps, ManagementPage } from './web/parts/ManagementList.tsx'
import type { NameDialogProps } from './web/parts/NameDialog.tsx'
import type { PublishedProps } from './web/parts/Published.tsx'
import type { StatusTagsProps } from './web/parts/StatusTags.tsx'
import type { ArticleViewProps } from './web/rich-text/article/ArticleView.tsx'
import type { ArticleEditorProps } from './web/rich-text/article/article-props.ts'
import type { TextDifferenceProps } from './web/rich-text/article/TextDifference.tsx'
import type { RichTextProps } from './web/rich-text/RichText.tsx'

export type { ContentRef } from './web/parts/ContentPicker.tsx'
export type { MemberFinder, PictureChoice } from './web/rich-text/article/article-props.ts'

const LazyArticleEditor = part(() => import('./web/rich-text/article/ArticleEditor.tsx'), ['catalog'])
const LazyArticleView = part(() => import('./web/rich-text/article/ArticleView.tsx'), ['catalog'])
const LazyAuthoredForm = part(() => import('./web/parts/AuthoredForm.tsx'), ['catalog'])
const LazyAuthoredHead = part(() => import('./web/parts/AuthoredHead.tsx'), ['catalog'])
const LazyContentField = part(() => import('./web/parts/ContentField.tsx'), ['catalog'])
const LazyContentPicker = part(() => import('./web/parts/ContentPicker.tsx'), ['catalog'])
const LazyAuthoredIndex = part(() => import('./web/parts/AuthoredIndex.tsx'), ['catalog'])
const LazyManagementList = part(() => import('./web/parts/ManagementList.tsx'), ['catalog'])
const LazyNameDialog = part(() => import('./web/parts/NameDialog.tsx'), [])
const LazyPublished = part(() => import('./web/parts/Published.tsx'), ['catalog'])
const LazyRichText = part(() => import('./web/rich-text/RichText.tsx'), ['catalog'])
const LazyStatusTags = part(() => import('./web/parts/StatusTags.tsx'), ['catalog'])
const LazyTextDifference = part(() => import('./web/rich-text/article/TextDifference.tsx'), ['catalog'])

/** The editor of authored content that its author saves with a button: its head, its fields, and what keeps changes from being lost. */
export function AuthoredForm<Values extends object>(props: AuthoredFormProps<Values>) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyAuthoredForm {...(props as unknown as AuthoredFormProps<object>)} />
    </Suspense>
  )
}

/** The head of the editor of authored content: its status, what its author may do, and what was said about it. */
export function AuthoredHead(props: AuthoredHeadProps) {
  return (
    <Suspense fallback={<LoadingState rows={2} />}>
      <LazyAuthoredHead {...props} />
    </Suspense>
  )
}

/** The page with what a member writes or manages of one kind: tabs by status, search, filters, what can be done with each, and a new one. */
export function AuthoredIndex<Page extends ManagementPage<AuthoredItem>>(props: AuthoredIndexProps<Page>) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyAuthoredIndex {...(props as unknown as AuthoredIndexProps<ManagementPage<AuthoredItem>>)} />
    </Suspense>
  )
}

/** The list under `AuthoredIndex`, for what has states and actions of its own. */
export function ManagementList<Page extends ManagementPage<{ readonly id: string }>, Tab extends string>(
  props: ManagementListProps<Page, Tab>,
) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyManagementList {...(props as unknown as ManagementListProps<ManagementPage<{ readonly id: string }>>)} />
    </Suspense>
  )
}

/** Asks for the name of a new item, and opens its editor. */
export function NameDialog(props: NameDialogProps) {
  return (
    <Suspense fallback={null}>
      <LazyNameDialog {...props} />
    </Suspense>
  )
}

/** After publishing content of any kind: what came of it, and what the member may do next. */
export function Published(props: PublishedProps) {
  return (
    <Suspense fallback={null}>
      <LazyPublished {...props} />
    </Suspense>
  )
}

/** A field for formatted text: headings, lists, tables, links, pictures, and formulas where they are offered. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<LoadingState rows={props.size === 'small' ? 2 : 4} />}>
      <LazyRichText {...props} />
    </Suspense>
  )
}

/**
 * An editor for articles, with outline, tables, code, pictures, files and mentions. What it writes passes `cleanArticle` of the
 * server unchanged; `members` should be the same function from render to render.
 */
export function ArticleEditor(props: ArticleEditorProps) {
  return (
    <Suspense fallback={<LoadingState rows={10} />}>
      <LazyArticleEditor {...props} />
    </Suspense>
  )
}

/** An article as it is read, and printed. `waiting` is shown until its tools have come: the plain text, where it is at hand. */
export function ArticleView({ waiting, ...props }: ArticleViewProps & { readonly waiting?: ReactNode }) {
  return (
    <Suspense fallback={waiting ?? <LoadingState rows={10} />}>
      <LazyArticleView {...props} />
    </Suspense>
  )
}

/** What two versions of a text differ in, by blocks and words. */
export function TextDifference(props: TextDifferenceProps) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyTextDifference {...props} />
    </Suspense>
  )
}

/** The status of authored content as tags. */
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
