/** What the editor and its dialogs know of a publication. */
import { visibleLength } from '#kit/visible-length.ts'
import type { Hit } from '#modules/platform/words/contract.ts'
import { textOfHtml } from '../parts/headings.ts'

/** The titles of the editors of new contents, by type. */
export const newTitles = { 1: 'write.article', 2: 'write.video', 3: 'write.file' } as const

/** The sensitive words of the last try: field → their places, and the text that they are in. */
export type SensitiveFields = ReadonlyMap<string, { readonly text: string; readonly hits: readonly Hit[] }>

/** The visible characters of a text, as the server counts them. */
export const lengthOf = (html: string) => visibleLength(textOfHtml(html))

/** A publication that went through. */
export interface Done {
  readonly id: string
  readonly outcome: 'published' | 'review' | 'scheduled'
  readonly title: string
  readonly excerpt: string
  readonly picture: string | undefined
  readonly isPublic: boolean
}
