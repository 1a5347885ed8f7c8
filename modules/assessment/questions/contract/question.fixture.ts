/** Contents for tests: one of each kind. */
import type { QuestionContent, SimpleContentOf, SimpleKind } from './question.ts'

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
