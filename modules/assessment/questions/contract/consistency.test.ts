import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBlanks, splitAtBlanks } from './blanks.ts'
import { problemsOf } from './consistency.ts'
import { contentOf, everyContent, groupContent } from './question.fixture.ts'
import type { QuestionContent } from './question.ts'
import { anyContent } from './random-question.fixture.ts'

const single = contentOf['single-choice']
const fillIn = contentOf['fill-in']
const { matching, ordering, cloze } = contentOf
const blank = (answer: string, tolerance?: string) => ({
  ...fillIn,
  stem: '____',
  blanks: [{ answer, ...(tolerance !== undefined && { tolerance }) }],
})
const pairs = (...texts: [string, string][]) => texts.map(([left, right]) => ({ left, right }))

describe('the problems of a content', () => {
  it('are none, of what an author may write', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        expect(problemsOf(content)).toEqual([])
      }),
    )
    for (const content of everyContent) expect(problemsOf(content)).toEqual([])
    expect(problemsOf({ ...single, stem: '<p><img src="/api/v1/human/file/1"></p>' })).toEqual([])
    expect(problemsOf({ ...single, stem: '<span data-latex="x"></span>' })).toEqual([])
    expect(problemsOf({ ...fillIn, stem: '（甲方）(  )与(&nbsp;)' })).toEqual([])
  })

  const cases: readonly [string, QuestionContent, string, string][] = [
    ['a stem without text', { ...single, stem: '<p> &nbsp;</p>' }, 'stem', 'empty'],
    ['an option without text', { ...single, options: ['<p></p>', 'b'] }, 'options.0', 'empty'],
    ['two equal options', { ...single, options: ['a', 'b', 'a'] }, 'options.2', 'same-text'],
    ['a right option that is not there', { ...single, right: 3 }, 'right', 'no-such-option'],
    ['one of several', { ...contentOf['multiple-choice'], right: [0, 4] }, 'right', 'no-such-option'],
    ['a Chinese bracket in an answer', blank('甲（乙）'), 'blanks.0.answer', 'chinese-bracket'],
    ['one Chinese bracket', blank('甲）'), 'blanks.0.answer', 'chinese-bracket'],
    ['a blank of Chinese brackets', { ...fillIn, stem: '____，____，（ ）' }, 'stem', 'chinese-bracket'],
    ['an empty alternative', blank('甲||乙'), 'blanks.0.answer', 'empty-alternative'],
    ['an answer of spaces', blank(' '), 'blanks.0.answer', 'empty-alternative'],
    ['a tolerance without a number', blank('3|三', '1'), 'blanks.0.answer', 'not-a-number'],
    ['more blanks than answers', { ...fillIn, stem: '____，____，()' }, 'stem', 'blank-count'],
    ['more answers than blanks', { ...fillIn, stem: '____ __' }, 'stem', 'blank-count'],
    ['a gap without a place', { ...cloze, stem: '____' }, 'stem', 'blank-count'],
    ['a gap of Chinese brackets', { ...cloze, stem: '____，____（）' }, 'stem', 'chinese-bracket'],
    [
      'a gap whose key is no option',
      { ...cloze, stem: '____', gaps: [{ options: ['a', 'b'], right: 2 }] },
      'gaps.0.right',
      'no-such-option',
    ],
    [
      'equal choices of a gap',
      { ...cloze, stem: '____', gaps: [{ options: ['a', 'a'], right: 1 }] },
      'gaps.0.options.1',
      'same-text',
    ],
    ['a typed gap', { ...cloze, stem: '____', gaps: [{ answer: '（' }] }, 'gaps.0.answer', 'chinese-bracket'],
    ['equal left sides', { ...matching, pairs: pairs(['a', '1'], ['a', '2']) }, 'pairs.1.left', 'same-text'],
    ['an empty right side', { ...matching, pairs: pairs(['a', '1'], ['b', ' ']) }, 'pairs.1.right', 'empty'],
    ['an extra that belongs to somebody', { ...matching, extra: ['警告'] }, 'extra.0', 'same-text'],
    ['equal items of an order', { ...ordering, items: ['a', 'a'] }, 'items.1', 'same-text'],
    [
      'a part',
      { ...groupContent, parts: [{ scoreTenths: 5, content: { ...single, right: 9 } }] } as QuestionContent,
      'parts.0.content.right',
      'no-such-option',
    ],
    [
      'scores above 100',
      {
        ...groupContent,
        parts: [
          { scoreTenths: 1000, content: single },
          { scoreTenths: 1, content: single },
        ],
      } as QuestionContent,
      'parts',
      'score-sum',
    ],
  ]
  it.each(cases)('name %s', (_, content, path, code) => {
    expect(problemsOf(content)).toEqual([{ path, code }])
  })
})

describe('blanks', () => {
  it('are three underscores or more, or an empty pair of brackets', () => {
    expect(countBlanks('a___b____c()d( )e(&nbsp;)')).toBe(5)
    expect(countBlanks('a__b(c)（）')).toBe(0)
    expect(splitAtBlanks('甲____乙()')).toEqual(['甲', '乙', ''])
  })

  it('are none in a formula, nor in what a tag says', () => {
    const formula = '<span data-latex="f()+a___b">f()+a___b</span>'
    const others = '<img src="/x" alt="()____"><a href="https://e.org/?q=()" title=\'a>b()\'>(1)</a>'
    expect(countBlanks(`${formula}${others}`)).toBe(0)
    expect(splitAtBlanks(`${formula}=____${others}()`)).toEqual([`${formula}=`, others, ''])
    expect(problemsOf({ ...fillIn, stem: `<p>${formula}（）</p>`, blanks: [{ answer: '1' }] })).toMatchObject([
      { code: 'chinese-bracket' },
      { code: 'blank-count' },
    ])
    expect(
      problemsOf({ ...fillIn, stem: '<p><span data-latex="g（）">g（）</span>=()</p>', blanks: [{ answer: '1' }] }),
    ).toEqual([])
  })

  it('and what stands between them is the stem again', () => {
    const piece = fc.constantFrom(
      'a',
      '____',
      '()',
      '<b>',
      '</b>',
      '<span data-latex="f()">f()</span>',
      '<',
      '"',
      "'",
      '>',
      '_',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const stem = pieces.join('')
        const texts = splitAtBlanks(stem)
        expect(texts).toHaveLength(countBlanks(stem) + 1)
        expect(texts.reduce((length, text) => length + text.length, 0)).toBeLessThanOrEqual(stem.length)
        if (countBlanks(stem) === 0) expect(texts).toEqual([stem])
      }),
    )
  })
})
