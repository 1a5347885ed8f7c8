/** Contents for tests: one of each kind, and random ones that an author might have written. */
import fc from 'fast-check'
import type { QuestionContent, SimpleContent, SimpleContentOf, SimpleKind } from './question.ts'

const base = { explanation: '' } as const

export const contentOf: { readonly [K in SimpleKind]: SimpleContentOf<K> } = {
  'single-choice': {
    ...base,
    kind: 'single-choice',
    stem: '<p>灭火器多久检查一次？</p>',
    options: ['每月', '每年', '每五年'],
    right: 0,
  },
  'multiple-choice': {
    ...base,
    kind: 'multiple-choice',
    stem: '<p>哪些是个人信息？</p>',
    options: ['手机号', '身份证号', '天气', '公司名称'],
    right: [0, 1],
    partial: 'half',
  },
  'undetermined-choice': {
    ...base,
    kind: 'undetermined-choice',
    stem: '<p>下列说法正确的有</p>',
    options: ['甲', '乙', '丙'],
    right: [1],
    partial: 'none',
  },
  'true-false': { ...base, kind: 'true-false', stem: '<p>离开工位要锁屏。</p>', isTrue: true },
  'fill-in': {
    ...base,
    kind: 'fill-in',
    stem: '<p>火警电话是____，急救电话是____。</p>',
    blanks: [{ answer: '119' }, { answer: '120|一二〇' }],
    anyOrder: false,
    ignoreCase: true,
    partial: 'each',
  },
  'short-answer': { ...base, kind: 'short-answer', stem: '<p>说明原因。</p>', reference: '<p>略</p>', lengthMax: 500 },
  matching: {
    ...base,
    kind: 'matching',
    stem: '<p>连线</p>',
    pairs: [
      { left: '红色', right: '禁止' },
      { left: '黄色', right: '警告' },
      { left: '蓝色', right: '指令' },
    ],
    extra: ['提示'],
    partial: 'no-wrong',
  },
  ordering: {
    ...base,
    kind: 'ordering',
    stem: '<p>排序</p>',
    items: ['提环', '拔销', '握管', '压把'],
    partial: 'each',
  },
  cloze: {
    ...base,
    kind: 'cloze',
    stem: '<p>数据分为____级，最高的是____。</p>',
    gaps: [{ answer: '4|四' }, { options: ['公开', '绝密', '内部'], right: 1 }],
    ignoreCase: false,
    partial: 'each',
  },
  numeric: { ...base, kind: 'numeric', stem: '<p>圆周率</p>', answer: '3.14', tolerance: '0.01', unit: '' },
  'file-answer': {
    ...base,
    kind: 'file-answer',
    stem: '<p>上传演练照片</p>',
    reference: '',
    filesMax: 3,
    formats: ['picture'],
  },
}

export const groupContent: QuestionContent = {
  ...base,
  kind: 'group',
  stem: '<p>阅读材料</p>',
  parts: [
    { scoreTenths: 20, content: contentOf['single-choice'] },
    { scoreTenths: 30, content: contentOf['fill-in'] },
    { scoreTenths: 50, content: contentOf['short-answer'] },
  ],
}

export const everyContent: readonly QuestionContent[] = [...Object.values(contentOf), groupContent]

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

export const anySimpleContent: fc.Arbitrary<SimpleContent> = fc.oneof(
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
