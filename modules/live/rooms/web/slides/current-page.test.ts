import { describe, expect, it } from 'vitest'
import { BOARD_SHEETS_MAX, boardSheet, currentPage, nothing, pageAt } from './current-page.ts'

const decks = [{ fileId: 'f', name: 'deck', pages: 3 }]

describe('the current page', () => {
  it('is empty at first, a page of a deck, or a sheet of the whiteboard', () => {
    expect(currentPage({ decks, ...nothing })).toEqual({ kind: 'nothing' })
    expect(currentPage({ decks, fileId: 'f', page: 2 })).toEqual({ kind: 'deck', number: 2, count: 3 })
    expect(currentPage({ decks, ...boardSheet(1) })).toEqual({ kind: 'board', number: 1, count: BOARD_SHEETS_MAX })
  })

  it('turns within its pages and no further', () => {
    expect(pageAt({ decks, fileId: 'f', page: 2 }, 1)).toEqual({ fileId: 'f', page: 3 })
    expect(pageAt({ decks, fileId: 'f', page: 3 }, 1)).toBeUndefined()
    expect(pageAt({ decks, fileId: 'f', page: 1 }, -1)).toBeUndefined()
    expect(pageAt({ decks, ...boardSheet(1) }, 1)).toEqual(boardSheet(2))
    expect(pageAt({ decks, ...boardSheet(1) }, -1)).toBeUndefined()
    expect(pageAt({ decks, ...nothing }, 1)).toBeUndefined()
  })
})
