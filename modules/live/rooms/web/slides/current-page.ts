/**
 * The current page: a page of a deck, a sheet of the whiteboard, or nothing. The wire knows only decks and pages:
 * without a deck page 1 is the empty page, and the later pages are the sheets of the whiteboard.
 */
import type { Slides } from '../../contract/shapes.ts'

export const nothing = { fileId: null, page: 1 } as const
export const BOARD_SHEETS_MAX = 20

export type CurrentPage =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'deck'; readonly number: number; readonly count: number }
  | { readonly kind: 'board'; readonly number: number; readonly count: number }

type Place = Pick<Slides, 'fileId' | 'page'>

export function boardSheet(number: number): Place {
  return { fileId: null, page: number + 1 }
}

export function currentPage({ fileId, page, decks }: Slides): CurrentPage {
  if (fileId !== null)
    return { kind: 'deck', number: page, count: decks.find((deck) => deck.fileId === fileId)?.pages ?? 1 }
  return page > 1 ? { kind: 'board', number: page - 1, count: BOARD_SHEETS_MAX } : { kind: 'nothing' }
}

/** The page at this distance; undefined beyond the first and the last. */
export function pageAt(slides: Slides, by: number): Place | undefined {
  const shown = currentPage(slides)
  if (shown.kind === 'nothing') return undefined
  const number = shown.number + by
  if (number < 1 || number > shown.count) return undefined
  return shown.kind === 'deck' ? { fileId: slides.fileId, page: number } : boardSheet(number)
}
