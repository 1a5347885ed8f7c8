import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrap } from './poster.ts'

/** Each character is 10 wide. */
const widthOf = (line: string) => [...line].length * 10

describe('lines of a poster', () => {
  it('break between Chinese characters and between words', () => {
    expect(wrap('数据安全从每个人做起', 3, widthOf, 50)).toEqual(['数据安全从', '每个人做起'])
    expect(wrap('Data security begins with you', 3, widthOf, 140)).toEqual(['Data security', 'begins with', 'you'])
  })

  it('end with … where the text goes on', () => {
    expect(wrap('一二三四五六七八九十', 2, widthOf, 40)).toEqual(['一二三四', '五六七…'])
  })

  it('never begin with closing punctuation', () => {
    expect(wrap('守住底线，也守住信任。', 3, widthOf, 40)).toEqual(['守住底', '线，也守', '住信任。'])
  })

  it('break a word that is wider than a line', () => {
    expect(wrap('Pneumonoultramicroscopic', 3, widthOf, 100)).toEqual(['Pneumonoul', 'tramicrosc', 'opic'])
  })

  it('never exceed the width or the number of lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 4 }), (text, linesMax) => {
        const lines = wrap(text, linesMax, widthOf, 60)
        expect(lines.length).toBeLessThanOrEqual(linesMax)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60)
      }),
    )
  })

  it('lose no letter while there is room', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('学', '习', 'a', ' ', '，'), maxLength: 60 }), (text) => {
        const lines = wrap(text, 100, widthOf, 60)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })
})
