import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOf } from './MarkedText.tsx'

const hit = (start: number, end: number) => ({ start, end, word: 'x' })
const shown = (text: string, ...hits: { start: number; end: number; word: string }[]) =>
  piecesOf(text, hits).map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))

describe('[SYSTEM-122] a text with its hits marked', () => {
  it('marks the hits, and joins those that touch or overlap', () => {
    expect(shown('今天赌博吗', hit(2, 4))).toEqual(['今天', '[赌博]', '吗'])
    expect(shown('赌博彩票', hit(1, 3), hit(0, 2))).toEqual(['[赌博彩]', '票'])
    expect(shown('赌博彩票', hit(0, 4), hit(1, 2))).toEqual(['[赌博彩票]'])
    expect(shown('赌博彩票', hit(0, 2), hit(2, 4))).toEqual(['[赌博彩票]'])
    expect(shown('没有')).toEqual(['没有'])
  })

  it('contains the whole text for any hits', () => {
    const text = '0123456789'
    const hits = fc.array(fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => hit(Math.min(a, b), Math.max(a, b) + 1)))
    fc.assert(
      fc.property(hits, (found) => {
        const pieces = piecesOf(text, found)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { start, end } of found)
          expect(
            pieces.some((piece) => piece.marked && piece.start <= start && piece.start + piece.text.length >= end),
          ).toBe(true)
      }),
    )
  })
})
