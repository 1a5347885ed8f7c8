import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chineseValue, compareNames, shortTitle, titlesOf } from './names.ts'

describe('the title of a numbered name', () => {
  it.each([
    [['01 Safety'], ['Safety']],
    [
      ['1. Safety', '2. Fire'],
      ['Safety', 'Fire'],
    ],
    [
      ['1.2 Safety', '1.10 Fire'],
      ['Safety', 'Fire'],
    ],
    [
      ['第一章 总则', '第十二讲：附则', '第3节-复习'],
      ['总则', '附则', '复习'],
    ],
    [
      ['一、总则', '（二）附则'],
      ['总则', '附则'],
    ],
    [
      ['Chapter 2 - Fire', 'lesson 10: Smoke'],
      ['Fire', 'Smoke'],
    ],
    [
      ['(1) Safety', '【2】消防', '03_烟雾'],
      ['Safety', '消防', '烟雾'],
    ],
    [
      ['01安全', '10总结'],
      ['安全', '总结'],
    ],
    [
      ['1 Safety', '2 Fire'],
      ['Safety', 'Fire'],
    ],
    [
      ['1-Safety', '2-Fire'],
      ['Safety', 'Fire'],
    ],
  ])('%j → %j', (names, titles) => {
    expect(titlesOf(names)).toEqual(titles)
  })

  it.each([
    '01',
    '第一章',
    'Chapter 3',
    '7天学会',
    '5 ways to sell',
    '3-phase power',
    '1.5小时',
    '2024 年报',
    '5G 网络',
    '第一时间',
    '一带一路',
  ])('%s is a title as it stands', (name) => {
    expect(titlesOf([name])).toEqual([name])
  })

  it('is never empty, whatever the names are', () => {
    const part = fc.constantFrom(
      '第',
      '一',
      '章',
      '12',
      '01',
      '.',
      ' ',
      '-',
      '(',
      ')',
      '安全',
      'Chapter',
      'a',
      '、',
      '\u0301',
    )
    const name = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    const names = fc.array(name.filter((text) => text.trim() !== ''))
    const hasTitles = (given: readonly string[]) => titlesOf(given).every((title) => title.trim() !== '')
    expect(fc.check(fc.property(names, hasTitles)).counterexample).toBeNull()
  })
})

it.each([
  ['九', 9],
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['九十九', 99],
  ['一百零二', 102],
])('%s is %i', (text, value) => {
  expect(chineseValue(text)).toBe(value)
})

describe('the order', () => {
  it.each([
    ['2 b', '10 a'],
    ['第二章 B', '第十章 A'],
    ['第九章', '第10章'],
    ['1.9 b', '1.10 a'],
    ['1 b', '1.1 a'],
    ['10 z', 'Appendix'],
    ['Part 2', 'Part 10'],
    ['lesson2b', 'lesson10a'],
    ['三、c', '四、a'],
  ])('%s stands before %s', (first, second) => {
    expect([second, first].sort(compareNames)).toEqual([first, second])
  })

  it('does not depend on how the files were found', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('', '第', '(', 'Chapter '), fc.nat(30), fc.constantFrom('', '. ', '章 ', '-', ' a'))
        .map((parts) => parts.join('')),
      fc.constantFrom('第十章', '一、', '第三节 x', `${'9'.repeat(400)} x`, `${'8'.repeat(400)} x`),
    )
    fc.assert(
      fc.property(
        fc
          .uniqueArray(name)
          .chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))),
        ([names, shuffled]) => {
          expect(shuffled.sort(compareNames)).toEqual([...names].sort(compareNames))
        },
      ),
    )
  })
})

it('a title hides nothing, and keeps to its length without half a letter', () => {
  expect(shortTitle('发票\u202Efdp.exe', 100)).toBe('发票 fdp.exe')
  expect(shortTitle('a\u200Bb\nc', 100)).toBe('ab c')
  expect(shortTitle('\u200B', 100)).toBe('-')
  expect(shortTitle('abc😀', 4)).toBe('abc')
  // As Apple's file systems write it.
  expect(shortTitle('e\u0301te\u0301', 100)).toBe('été')
})
