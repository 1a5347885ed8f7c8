import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuestionAnswer, SimpleAnswer } from './answer.ts'
import { isWithin, parseDecimal } from './decimal.ts'
import { shownOrder, shownRights } from './presented.ts'
import { contentOf, everyContent, groupContent } from './question.fixture.ts'
import type { QuestionContent, SimpleContent, SimpleContentOf } from './question.ts'
import { anyContent } from './random-question.fixture.ts'
import { scoreOf, scoresOfParts, sharesOf } from './scoring.ts'

/** The answer that a learner gives who knows everything. */
function bestAnswer(content: SimpleContent): SimpleAnswer {
  switch (content.kind) {
    case 'single-choice':
      return { kind: content.kind, chosen: [content.right] }
    case 'multiple-choice':
    case 'undetermined-choice':
      return { kind: content.kind, chosen: [...content.right].reverse() }
    case 'true-false':
      return { kind: content.kind, isTrue: content.isTrue }
    case 'fill-in': {
      const texts = content.blanks.map((blank) => blank.answer.split('|').at(-1) ?? '')
      return { kind: content.kind, texts: content.anyOrder ? texts.reverse() : texts }
    }
    case 'matching':
      return { kind: content.kind, rights: content.pairs.map((pair) => shownRights(content).indexOf(pair.right)) }
    case 'ordering':
      return { kind: content.kind, order: content.items.map((item) => shownOrder(content.items).indexOf(item)) }
    case 'cloze':
      return {
        kind: content.kind,
        gaps: content.gaps.map((gap) => ('options' in gap ? gap.right : (gap.answer.split('|')[0] ?? ''))),
      }
    case 'numeric':
      return { kind: content.kind, text: content.answer }
    case 'short-answer':
      return { kind: content.kind, text: '因为' }
    case 'file-answer':
      return { kind: content.kind, fileIds: ['00000000-0000-7000-8000-000000000000'] }
  }
}

const best = (content: QuestionContent): QuestionAnswer =>
  content.kind === 'group'
    ? { kind: 'group', parts: content.parts.map((part) => bestAnswer(part.content)) }
    : bestAnswer(content)

const isMarkedByHand = (content: QuestionContent): boolean =>
  content.kind === 'group'
    ? content.parts.some((part) => isMarkedByHand(part.content))
    : content.kind === 'short-answer' || content.kind === 'file-answer'

const anyAnswer: fc.Arbitrary<QuestionAnswer> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('single-choice', 'multiple-choice', 'undetermined-choice'),
    chosen: fc.uniqueArray(fc.nat({ max: 12 })),
  }),
  fc.record({ kind: fc.constant('true-false' as const), isTrue: fc.option(fc.boolean()) }),
  fc.record({ kind: fc.constant('fill-in' as const), texts: fc.array(fc.string(), { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('matching' as const), rights: fc.array(fc.option(fc.nat({ max: 12 }))) }),
  fc.record({ kind: fc.constant('ordering' as const), order: fc.uniqueArray(fc.nat({ max: 12 })) }),
  fc.record({ kind: fc.constant('cloze' as const), gaps: fc.array(fc.option(fc.oneof(fc.string(), fc.nat(9)))) }),
  fc.record({ kind: fc.constant('numeric' as const), text: fc.string() }),
)

const tenths = (content: QuestionContent, answer: QuestionAnswer, max = 100) => scoreOf(content, answer, max)

describe('every kind', () => {
  it('gives the whole score for the right answer, and leaves to a person what a program cannot evaluate', () => {
    fc.assert(
      fc.property(anyContent, fc.nat({ max: 1000 }), (content, max) => {
        const score = scoreOf(content, best(content), max)
        if (isMarkedByHand(content)) expect(score.verdict).toBe('needs-marking')
        else {
          // A group whose parts count nothing has nothing to give.
          const isWorthless = content.kind === 'group' && content.parts.every((part) => part.scoreTenths === 0)
          expect(score).toEqual({ tenths: isWorthless ? 0 : max, verdict: 'right' })
        }
      }),
    )
  })

  it('never gives less than nothing nor more than the score, whatever is answered, and whole tenths', () => {
    fc.assert(
      fc.property(anyContent, anyAnswer, fc.nat({ max: 1000 }), (content, answer, max) => {
        const score = scoreOf(content, answer, max)
        expect(Number.isInteger(score.tenths)).toBe(true)
        expect(score.tenths).toBeGreaterThanOrEqual(0)
        expect(score.tenths).toBeLessThanOrEqual(max)
        if (score.verdict === 'right') expect(score.tenths).toBe(max)
        if (score.verdict === 'wrong') expect(score.tenths).toBe(0)
      }),
    )
  })

  it('gives nothing where nothing was answered, or another kind', () => {
    for (const content of everyContent) {
      expect(scoreOf(content, null, 100)).toEqual({ tenths: 0, verdict: 'wrong' })
      const other = content.kind === 'true-false' ? 'numeric' : 'true-false'
      expect(scoreOf(content, best(contentOf[other]), 100)).toEqual({ tenths: 0, verdict: 'wrong' })
    }
    expect(scoreOf(contentOf['short-answer'], { kind: 'short-answer', text: '  ' }, 100).verdict).toBe('wrong')
    expect(scoreOf(contentOf['file-answer'], { kind: 'file-answer', fileIds: [] }, 100).verdict).toBe('wrong')
    const unanswered = contentOf['true-false']
    expect(tenths({ ...unanswered, isTrue: false }, { kind: 'true-false', isTrue: null }).verdict).toBe('wrong')
  })
})

describe('a choice of several', () => {
  const four = { ...contentOf['multiple-choice'], options: ['a', 'b', 'c', 'd'], right: [0, 1, 2] }
  it.each([
    // rule, chosen, tenths of 100, verdict
    ['none', [0, 1, 2], 100, 'right'],
    ['none', [0, 1], 0, 'wrong'],
    ['half', [0], 50, 'partly'],
    ['half', [0, 3], 0, 'wrong'],
    ['no-wrong', [0], 33, 'partly'],
    ['no-wrong', [0, 1], 66, 'partly'],
    ['no-wrong', [0, 1, 2, 3], 0, 'wrong'],
    ['each', [0, 1, 3], 33, 'partly'],
    ['each', [0, 1, 2, 3], 66, 'partly'],
    ['each', [0, 3], 0, 'wrong'],
    ['each', [], 0, 'wrong'],
    // An id that is no option is a wrong one.
    ['half', [0, 25], 0, 'wrong'],
  ] as const)('by the rule %s gives for %j %i tenths', (partial, chosen, expected, verdict) => {
    const answer = { kind: 'multiple-choice', chosen: [...chosen] } as const
    expect(tenths({ ...four, partial }, answer)).toEqual({ tenths: expected, verdict })
  })

  it('of one option takes one alone', () => {
    expect(tenths(contentOf['single-choice'], { kind: 'single-choice', chosen: [0] }).tenths).toBe(100)
    expect(tenths(contentOf['single-choice'], { kind: 'single-choice', chosen: [0, 1] }).tenths).toBe(0)
    expect(tenths(contentOf['single-choice'], { kind: 'single-choice', chosen: [1] }).tenths).toBe(0)
  })
})

describe('a blank', () => {
  const fillIn = (blanks: SimpleContentOf<'fill-in'>['blanks'], more: Partial<SimpleContentOf<'fill-in'>> = {}) => ({
    ...contentOf['fill-in'],
    blanks,
    ...more,
  })
  const isRight = (content: QuestionContent, ...texts: string[]) =>
    tenths(content, { kind: 'fill-in', texts }).verdict === 'right'

  it.each([
    ['北京|北京市', '北京市', true],
    ['北京|北京市', ' 北京 ', true],
    ['北京|北京市', '北京|北京市', false],
    ['北京|北京市', '北', false],
    ['119', '１１９', true],
    ['A(b)', 'Ａ（ｂ）', true],
    ['data base', 'data  base', true],
    ['data base', 'data　base', true],
    ['cafe\u0301', 'café', true],
    ['x²', 'x2', false],
  ])('whose answer is %s takes %s: %s', (answer, typed, expected) => {
    expect(isRight(fillIn([{ answer }]), typed)).toBe(expected)
  })

  it('regards the letter case where the author says so', () => {
    expect(isRight(fillIn([{ answer: 'SQL' }], { ignoreCase: true }), 'ｓｑｌ')).toBe(true)
    expect(isRight(fillIn([{ answer: 'SQL' }], { ignoreCase: false }), 'sql')).toBe(false)
  })

  it('in any order fills as many blanks as possible, each text once', () => {
    const any = fillIn([{ answer: 'a|b' }, { answer: 'a' }, { answer: 'c' }], { anyOrder: true, partial: 'each' })
    expect(tenths(any, { kind: 'fill-in', texts: ['a', 'b', 'c'] }).tenths).toBe(100)
    expect(tenths(any, { kind: 'fill-in', texts: ['c', 'b', 'a'] }).tenths).toBe(100)
    expect(tenths(any, { kind: 'fill-in', texts: ['a', 'a', 'a'] }).tenths).toBe(66)
    expect(tenths(any, { kind: 'fill-in', texts: ['c', 'c', 'c'] }).tenths).toBe(33)
    expect(tenths(any, { kind: 'fill-in', texts: ['c', 'c', 'c', 'a', 'b'] }).tenths).toBe(33)
    expect(tenths({ ...any, anyOrder: false }, { kind: 'fill-in', texts: ['c', 'b', 'a'] }).tenths).toBe(0)
  })

  it('in any order never fills fewer than the best of all orders', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
    const permutations = (of: string[]): string[][] =>
      of.length < 2 ? [of] : of.flatMap((one, at) => permutations(of.toSpliced(at, 1)).map((rest) => [one, ...rest]))
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), letters, (alternatives, typed) => {
        const blanks = alternatives.map((all) => ({ answer: all.join('|') }))
        const padded = [...typed, '', '', '', ''].slice(0, blanks.length)
        const rule = { partial: 'each', ignoreCase: false } as const
        const of = (texts: string[], anyOrder: boolean) =>
          tenths(fillIn(blanks, { ...rule, anyOrder }), { kind: 'fill-in', texts }).tenths
        expect(of(padded, true)).toBe(Math.max(...permutations(padded).map((texts) => of(texts, false))))
      }),
    )
  })

  it.each([
    ['3.14', '0.01', '3.15', true],
    ['3.14', '0.01', '3.13', true],
    ['3.14', '0.01', '3.1500000000001', false],
    ['0.3', '0', '0.1', false],
    ['0.3', '0', '0.30', true],
    ['0.3', '0', '.3', true],
    ['-5', '0.5', '-5.5', true],
    ['-5', '0.5', '5', false],
    ['12000', '0', '12,000', true],
    ['12000', '0', '１２０００', true],
    ['12000', '0', '12,00', false],
    ['5', '1', '5e0', false],
    ['5', '1', 'NaN', false],
    ['999999999999999999', '0', '999999999999999998', false],
  ])('of %s ± %s takes %s: %s', (answer, tolerance, typed, expected) => {
    expect(isRight(fillIn([{ answer, tolerance }]), typed)).toBe(expected)
    const number = { ...contentOf.numeric, answer, tolerance }
    expect(tenths(number, { kind: 'numeric', text: typed }).verdict).toBe(expected ? 'right' : 'wrong')
  })

  it('of a number takes its unit behind it, and no other', () => {
    const length = { ...contentOf.numeric, answer: '5', tolerance: '0', unit: 'km' }
    expect(tenths(length, { kind: 'numeric', text: '5 km' }).verdict).toBe('right')
    expect(tenths(length, { kind: 'numeric', text: '５ｋｍ' }).verdict).toBe('right')
    expect(tenths(length, { kind: 'numeric', text: '5 m' }).verdict).toBe('wrong')
    expect(tenths(length, { kind: 'numeric', text: 'km' }).verdict).toBe('wrong')
  })

  it('compares as integers do, whatever the digits behind the point', () => {
    const hundredths = fc.integer({ min: -100_000, max: 100_000 })
    const text = (value: number) =>
      `${value < 0 ? '-' : ''}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`
    fc.assert(
      fc.property(hundredths, hundredths, fc.nat({ max: 100_000 }), (one, other, allowed) => {
        expect(isWithin(text(one), text(other), text(allowed))).toBe(Math.abs(one - other) <= allowed)
      }),
    )
    expect(parseDecimal('')).toBeUndefined()
    expect(parseDecimal('.')).toBeUndefined()
    expect(parseDecimal('-')).toBeUndefined()
  })
})

describe('matching, order and gaps', () => {
  it('count the pairs that are right', () => {
    const { matching } = contentOf
    const shown = shownRights(matching)
    const of = (...rights: (string | null)[]) =>
      tenths(
        { ...matching, partial: 'each' },
        {
          kind: 'matching',
          rights: rights.map((right) => (right === null ? null : shown.indexOf(right))),
        },
      )
    expect(of('禁止', '警告', '指令')).toEqual({ tenths: 100, verdict: 'right' })
    expect(of('禁止', '指令', '警告')).toEqual({ tenths: 33, verdict: 'partly' })
    expect(of('提示', null, null)).toEqual({ tenths: 0, verdict: 'wrong' })
    const careful = { kind: 'matching', rights: [shown.indexOf('禁止'), null, null] } as const
    expect(tenths(matching, { ...careful, rights: [...careful.rights] }).tenths).toBe(33)
    const guessed = [shown.indexOf('禁止'), shown.indexOf('提示'), null]
    expect(tenths(matching, { kind: 'matching', rights: guessed }).tenths).toBe(0)
  })

  it('count the neighbors that follow each other', () => {
    const { ordering } = contentOf
    const of = (...items: string[]) =>
      tenths(ordering, { kind: 'ordering', order: items.map((item) => shownOrder(ordering.items).indexOf(item)) })
    expect(of('提环', '拔销', '握管', '压把')).toEqual({ tenths: 100, verdict: 'right' })
    expect(of('拔销', '握管', '压把', '提环')).toEqual({ tenths: 66, verdict: 'partly' })
    expect(of('压把', '握管', '拔销', '提环')).toEqual({ tenths: 0, verdict: 'wrong' })
    expect(of('提环', '拔销')).toEqual({ tenths: 33, verdict: 'partly' })
    expect(tenths({ ...ordering, partial: 'none' }, { kind: 'ordering', order: [] }).tenths).toBe(0)
  })

  it('count the gaps, typed and chosen', () => {
    const of = (...gaps: (string | number | null)[]) => tenths(contentOf.cloze, { kind: 'cloze', gaps })
    expect(of('四', 1)).toEqual({ tenths: 100, verdict: 'right' })
    expect(of('四', 2)).toEqual({ tenths: 50, verdict: 'partly' })
    expect(of('四', '绝密')).toEqual({ tenths: 50, verdict: 'partly' })
    expect(of(4, null)).toEqual({ tenths: 0, verdict: 'wrong' })
    expect(of()).toEqual({ tenths: 0, verdict: 'wrong' })
  })
})

describe('a group', () => {
  it('splits its score by that of its parts, exactly', () => {
    if (groupContent.kind !== 'group') throw new Error('no group')
    const answers = best(groupContent)
    if (answers.kind !== 'group') throw new Error('no group')
    expect(scoresOfParts(groupContent, answers.parts, 100).map((score) => score.tenths)).toEqual([20, 30, 0])
    expect(scoreOf(groupContent, answers, 100)).toEqual({ tenths: 50, verdict: 'needs-marking' })
    const half = { kind: 'group', parts: [answers.parts[0] ?? null] } as const
    expect(scoreOf(groupContent, { ...half, parts: [...half.parts] }, 100)).toEqual({ tenths: 20, verdict: 'partly' })
  })

  it('loses no tenth and gives no part more than its share and one', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1000 }),
        fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 9 }),
        (all, weights) => {
          const shares = sharesOf(all, weights)
          const sum = weights.reduce((total, weight) => total + weight, 0)
          expect(shares.reduce((total, share) => total + share, 0)).toBe(sum === 0 ? 0 : all)
          for (const [at, weight] of weights.entries()) {
            expect(Math.abs((shares[at] ?? 0) * sum - all * weight)).toBeLessThan(Math.max(sum, 1))
          }
        },
      ),
    )
  })
})
