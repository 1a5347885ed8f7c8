import { describe, expect, it } from 'vitest'
import { BOARD_SHEETS_MAX, boardSheet, nothing, shownOf, turned } from './shown.ts'

const decks = [{ fileId: 'f', name: 'deck', pages: 3 }]

describe('what is shown on the table', () => {
  it('is nothing at first, a page of a deck, or a sheet of the whiteboard', () => {
    expect(shownOf({ decks, ...nothing })).toEqual({ kind: 'nothing' })
    expect(shownOf({ decks, fileId: 'f', page: 2 })).toEqual({ kind: 'deck', number: 2, count: 3 })
    expect(shownOf({ decks, ...boardSheet(1) })).toEqual({ kind: 'board', number: 1, count: BOARD_SHEETS_MAX })
  })

  it('is turned within its pages and no further', () => {
    expect(turned({ decks, fileId: 'f', page: 2 }, 1)).toEqual({ fileId: 'f', page: 3 })
    expect(turned({ decks, fileId: 'f', page: 3 }, 1)).toBeUndefined()
    expect(turned({ decks, fileId: 'f', page: 1 }, -1)).toBeUndefined()
    expect(turned({ decks, ...boardSheet(1) }, 1)).toEqual(boardSheet(2))
    expect(turned({ decks, ...boardSheet(1) }, -1)).toBeUndefined()
    expect(turned({ decks, ...nothing }, 1)).toBeUndefined()
  })
})
