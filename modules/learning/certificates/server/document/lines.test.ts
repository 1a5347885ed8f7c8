import { describe, expect, it } from 'vitest'
import { maskName } from '../verification.ts'
import { fill, unknownPlaceholder } from './content.ts'
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

it('what is filled in is never filled in again', () => {
  const values = { name: '{item}', item: '安全', date: '', number: '', hours: '', credits: '' }
  expect(fill('{name}学完{item}', values)).toBe('{item}学完安全')
  expect([unknownPlaceholder('{name}{谁}'), unknownPlaceholder('{name}')]).toEqual(['谁', undefined])
})

it.each([
  ['张三', '张*'],
  ['张晓明', '张*明'],
  ['欧阳娜娜', '欧**娜'],
  ['张', '*'],
  ['', '*'],
  ['John Smith', 'J*** S***'],
])('the public page masks the name %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
