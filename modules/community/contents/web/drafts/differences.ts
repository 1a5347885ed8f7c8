/** What differs between two texts: by blocks, and inside of a block that was changed by words. */
import { diffArrays, diffWordsWithSpace } from 'diff'
import { textOfHtml } from '../parts/headings.ts'

export interface Piece {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

export interface BlockDifference {
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  readonly pieces: readonly Piece[]
}

const BLOCK_END = /<\/(?:p|h[1-6]|li|tr|pre|blockquote|figure|figcaption|div)>|<(?:br|hr)\s*\/?>/g
const PICTURE = /<(img|video|audio)\b[^>]*>/g
const ATTRIBUTE = /\s(?:alt|title)="([^"]*)"/

/** A text as its blocks. Pictures and the like stand for themselves. */
export function blocksOf(html: string): string[] {
  const named = html.replace(PICTURE, (tag: string) => `\n[${ATTRIBUTE.exec(tag)?.[1] || '▦'}]\n`)
  return named.replace(BLOCK_END, '\n').split('\n').map(textOfHtml).filter(Boolean)
}

const one = (kind: Piece['kind']) => (text: string) => ({ kind, pieces: [{ text, kind }] }) satisfies BlockDifference

function changed(before: string, after: string, segmenter: Intl.Segmenter): BlockDifference {
  const pieces = diffWordsWithSpace(before, after, { intlSegmenter: segmenter }).map(
    ({ value, added, removed }): Piece => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }),
  )
  return { kind: 'changed', pieces }
}

/** The blocks of both texts in their order. */
export function differencesOf(before: string, after: string, language: string): BlockDifference[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const found: BlockDifference[] = []
  let gone: string[] = []
  const settle = () => {
    found.push(...gone.map(one('removed')))
    gone = []
  }
  for (const { value, added, removed } of diffArrays(blocksOf(before), blocksOf(after))) {
    if (removed) {
      settle()
      gone = [...value]
    } else if (added) {
      // Blocks that stand in the place of removed ones are those, changed.
      for (const block of value) {
        const old = gone.shift()
        found.push(old === undefined ? one('added')(block) : changed(old, block, segmenter))
      }
      settle()
    } else {
      settle()
      found.push(...value.map(one('same')))
    }
  }
  settle()
  return found
}
