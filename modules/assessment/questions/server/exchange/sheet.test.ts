import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Language } from '#kit/caller.ts'
import { everyContent } from '../../contract/question.fixture.ts'
import { anyContent } from '../../contract/random-question.fixture.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { readSheet } from './read-sheet.ts'
import { cellOf, richTextOf } from './rich-cells.ts'
import { sheetRows } from './write-sheet.ts'

const anyQuestion: fc.Arbitrary<ExchangeQuestion> = fc.record({
  content: anyContent,
  scoreTenths: fc.integer({ min: 0, max: 1000 }),
  difficulty: fc.integer({ min: 1, max: 5 }),
  source: fc.constantFrom('', '安全培训教材 2025'),
  topics: fc.uniqueArray(fc.constantFrom('消防', '信息安全', 'Fire; safety', '急救'), { maxLength: 3 }),
})

const anyLanguage = fc.constantFrom<Language>('cn', 'en')

const questionsOf = (rows: ReturnType<typeof sheetRows>) => {
  const read = readSheet(rows)
  expect(read.flatMap(({ problems }) => problems)).toEqual([])
  return read.flatMap(({ question }) => question ?? [])
}

describe('questions as rows of a spreadsheet', () => {
  it.each(everyContent)('reads back what it has written: $kind', (content) => {
    const question = { content, scoreTenths: 25, difficulty: 2, source: '教材', topics: ['消防'] }
    expect(questionsOf(sheetRows(question, 'cn'))).toEqual([question])
    expect(questionsOf(sheetRows(question, 'en'))).toEqual([question])
  })

  it('reads back any list of questions', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { maxLength: 6 }), anyLanguage, (questions, language) => {
        expect(questionsOf(questions.flatMap((question) => sheetRows(question, language)))).toEqual(questions)
      }),
    )
  })
})

describe('rich text in a cell', () => {
  const anyText = fc.stringMatching(/^[a-z甲<>&=|√"'\n]{0,12}$/).map((text) => text.trim())
  const escaped = anyText.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  const anyHtml = fc
    .array(
      fc.oneof(
        escaped.map((text) => `<p>${text}</p>`),
        escaped,
        escaped.map((text) => `<strong>${text}</strong><br />`),
        escaped.map((latex) => `<span data-latex="x^2">${latex}</span>`),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('').trim())

  it.each(['block', 'inline'] as const)('reads back the same, %s', (shape) => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        expect(richTextOf(cellOf(html, shape), shape)).toBe(html)
      }),
    )
  })

  it('is plain where the text is plain', () => {
    expect(cellOf('<p>1 &lt; 2</p><p>甲</p>', 'block')).toBe('1 < 2\n甲')
    expect(cellOf('a &amp; b', 'inline')).toBe('a & b')
    expect(richTextOf('水的化学式是 H<sub>2</sub>O', 'block')).toBe('水的化学式是 H<sub>2</sub>O')
  })
})
