import { describe, expect, it } from 'vitest'
import { breakLines } from './lines.ts'

const wide = /[\u2e80-\uffef]/u
/** Chinese is two wide, Latin one. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
const lines = (text: string, width: number) => breakLines(text, width, widthOf)

describe('lines', () => {
  it('break Chinese between any two characters, but not before a mark that closes or after one that opens', () => {
    expect(lines('考核合格，特发此证。', 8)).toEqual(['考核合', '格，特发', '此证。'])
    expect(lines('完成《消防》课程', 6)).toEqual(['完成', '《消', '防》课', '程'])
  })

  it('break Latin at spaces, and leave no space at either end', () => {
    expect(lines('has completed the course', 13)).toEqual(['has completed', 'the course'])
    expect(lines('于2026年完成', 6)).toEqual(['于2026', '年完成'])
  })

  it('keep the breaks that somebody typed, and a word that is wider than the line', () => {
    expect(lines('一\n二', 10)).toEqual(['一', '二'])
    expect(lines('incomprehensibilities', 5)).toEqual(['incomprehensibilities'])
  })
})
