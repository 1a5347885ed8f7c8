/** Random contents that an author might have written. */
import fc from 'fast-check'
import type { QuestionContent, SimpleContent, SimpleContentOf } from './question.ts'

const word = fc.stringMatching(/^[a-zA-Z0-9甲乙丙丁一二三]{1,6}$/)
const words = (minLength: number, maxLength: number) => fc.uniqueArray(word, { minLength, maxLength })
const partial = fc.constantFrom('none', 'half', 'no-wrong', 'each')
const head = { stem: word.map((text) => `<p>${text}</p>`), explanation: fc.constant('<p>解析</p>') }
const stemWithBlanks = (count: number) => `<p>${'甲____'.repeat(count)}</p>`

const choice = (kind: 'multiple-choice' | 'undetermined-choice') =>
  words(2, 8).chain((options) =>
    fc.record({
      ...head,
      kind: fc.constant(kind),
      options: fc.constant(options),
      right: fc.subarray([...options.keys()], { minLength: 1 }),
      partial,
    }),
  )

const blank = fc.oneof(
  words(1, 3).map((alternatives) => ({ answer: alternatives.join('|') })),
  fc.record({ answer: fc.integer({ min: -999, max: 999 }).map(String), tolerance: fc.constantFrom('0', '0.5', '1') }),
)

const gap = fc.oneof(
  blank,
  words(2, 5).chain((options) =>
    fc.record({ options: fc.constant(options), right: fc.nat({ max: options.length - 1 }) }),
  ),
)

const anySimpleContent: fc.Arbitrary<SimpleContent> = fc.oneof(
  words(2, 8).chain((options) =>
    fc.record({
      ...head,
      kind: fc.constant('single-choice' as const),
      options: fc.constant(options),
      right: fc.nat({ max: options.length - 1 }),
    }),
  ),
  choice('multiple-choice'),
  choice('undetermined-choice'),
  fc.record({ ...head, kind: fc.constant('true-false' as const), isTrue: fc.boolean() }),
  fc.array(blank, { minLength: 1, maxLength: 6 }).chain((blanks) =>
    fc.record({
      ...head,
      kind: fc.constant('fill-in' as const),
      stem: fc.constant(stemWithBlanks(blanks.length)),
      blanks: fc.constant(blanks),
      anyOrder: fc.boolean(),
      ignoreCase: fc.boolean(),
      partial,
    }),
  ),
  fc.record({
    ...head,
    kind: fc.constant('short-answer' as const),
    reference: word,
    lengthMax: fc.integer({ min: 1, max: 20_000 }),
  }),
  words(4, 10).chain((texts) =>
    fc.record({
      ...head,
      kind: fc.constant('matching' as const),
      pairs: fc.constant(
        texts.slice(0, 3).map((left, at) => ({ left, right: texts.slice(3)[at % (texts.length - 3)] ?? '' })),
      ),
      extra: fc.constant(texts.slice(6)),
      partial,
    }),
  ),
  words(2, 8).chain((items) =>
    fc.record({
      ...head,
      kind: fc.constant('ordering' as const),
      items: fc.constant(items),
      partial: fc.constantFrom('none' as const, 'each' as const),
    }),
  ),
  fc.array(gap, { minLength: 1, maxLength: 6 }).chain((gaps) =>
    fc.record({
      ...head,
      kind: fc.constant('cloze' as const),
      stem: fc.constant(stemWithBlanks(gaps.length)),
      gaps: fc.constant(gaps),
      ignoreCase: fc.boolean(),
      partial,
    }),
  ),
  fc.record({
    ...head,
    kind: fc.constant('numeric' as const),
    answer: fc.integer({ min: -99_999, max: 99_999 }).map((number) => `${number}.5`),
    tolerance: fc.constantFrom('0', '0.25', '3'),
    unit: fc.constantFrom('', 'm', '千克'),
  }),
  fc.record({
    ...head,
    kind: fc.constant('file-answer' as const),
    reference: word,
    filesMax: fc.integer({ min: 1, max: 10 }),
    formats: fc.constant<SimpleContentOf<'file-answer'>['formats']>(['picture']),
  }),
)

/** Each of them has no problem (`problemsOf`). */
export const anyContent: fc.Arbitrary<QuestionContent> = fc.oneof(
  { weight: 5, arbitrary: anySimpleContent },
  {
    weight: 1,
    arbitrary: fc.record({
      ...head,
      kind: fc.constant('group' as const),
      parts: fc.array(fc.record({ scoreTenths: fc.nat({ max: 200 }), content: anySimpleContent }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
  },
)
