import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presentedOf } from './presented.ts'
import { everyContent } from './question.fixture.ts'
import type { QuestionContent, SimpleContent } from './question.ts'
import { anyContent } from './random-question.fixture.ts'

/** The same question with another key, for each kind that has one. */
function otherKey(content: SimpleContent): SimpleContent {
  const explanation = '另一个解析'
  switch (content.kind) {
    case 'single-choice':
      return { ...content, explanation, right: content.options.length - 1 - content.right }
    case 'multiple-choice':
    case 'undetermined-choice':
      return { ...content, explanation, right: [content.options.length - 1] }
    case 'true-false':
      return { ...content, explanation, isTrue: !content.isTrue }
    case 'fill-in':
      return { ...content, explanation, ignoreCase: true, blanks: content.blanks.map(() => ({ answer: '别的' })) }
    case 'short-answer':
    case 'file-answer':
      return { ...content, explanation, reference: '别的' }
    case 'matching': {
      const rights = content.pairs.map((pair) => pair.right).reverse()
      return {
        ...content,
        explanation,
        pairs: content.pairs.map(({ left }, at) => ({ left, right: rights[at] ?? '' })),
      }
    }
    case 'ordering':
      return { ...content, explanation, items: content.items.toReversed() }
    case 'cloze':
      return {
        ...content,
        explanation,
        gaps: content.gaps.map((gap) =>
          'options' in gap ? { ...gap, right: gap.options.length - 1 - gap.right } : { answer: '别的', tolerance: '1' },
        ),
      }
    case 'numeric':
      return { ...content, explanation, answer: '0', tolerance: '7' }
  }
}

const withOtherKey = (content: QuestionContent): QuestionContent =>
  content.kind === 'group'
    ? {
        ...content,
        explanation: '另一个解析',
        parts: content.parts.map((part) => ({ ...part, content: otherKey(part.content) })),
      }
    : otherKey(content)

describe('what a learner sees of a question', () => {
  it('does not depend on the key nor on the explanation, of any kind', () => {
    for (const content of everyContent) expect(presentedOf(withOtherKey(content))).toEqual(presentedOf(content))
    fc.assert(
      fc.property(anyContent, (content) => {
        expect(JSON.stringify(presentedOf(withOtherKey(content)))).toBe(JSON.stringify(presentedOf(content)))
      }),
      { numRuns: 1000 },
    )
  })

  it('has the stem and what is chosen from', () => {
    for (const content of everyContent) {
      const presented = presentedOf(content)
      expect(presented).toMatchObject({ kind: content.kind, stem: content.stem })
      if (content.kind === 'single-choice') expect(presented.options?.map(({ text }) => text)).toEqual(content.options)
      if (content.kind === 'group') expect(presented.parts).toHaveLength(content.parts.length)
    }
  })
})
