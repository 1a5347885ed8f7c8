/** Questions and papers for exams that are tried and measured. */
import { buildPaper, buildPaperDirectory, fixedSection } from '#modules/assessment/papers/server/papers.fixture.ts'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'

const base = { explanation: '<p>见安全手册</p>' } as const

/** Questions of the kinds that the tests answer. */
export const contents = {
  'single-choice': {
    ...{ ...base, kind: 'single-choice', stem: '<p>灭火器多久检查一次？</p>', options: ['每月', '每年', '每五年'] },
    right: 0,
  },
  'true-false': { ...base, kind: 'true-false', stem: '<p>离开工位要锁屏。</p>', isTrue: true },
  'fill-in': {
    ...{ ...base, kind: 'fill-in', stem: '<p>火警电话是____，急救电话是____。</p>' },
    ...{ blanks: [{ answer: '119' }, { answer: '120' }], anyOrder: false, ignoreCase: true, partial: 'each' },
  },
  'short-answer': { ...base, kind: 'short-answer', stem: '<p>说明原因。</p>', reference: '<p>略</p>', lengthMax: 500 },
  'file-answer': {
    ...{ ...base, kind: 'file-answer', stem: '<p>提交检查表。</p>', reference: '', filesMax: 2, formats: ['document'] },
  },
} satisfies Readonly<Record<string, QuestionContent>>

export const rightAnswers: readonly QuestionAnswer[] = [
  { kind: 'single-choice', chosen: [0] },
  { kind: 'true-false', isTrue: true },
  { kind: 'fill-in', texts: ['119', '120'] },
]

/** 40, 20 and 40 points, all of them scored without a person. */
export const scoredQuestions: readonly { content: QuestionContent; scoreTenths: number }[] = [
  { content: contents['single-choice'], scoreTenths: 400 },
  { content: contents['true-false'], scoreTenths: 200 },
  { content: contents['fill-in'], scoreTenths: 400 },
]

export const essay = { content: contents['short-answer'], scoreTenths: 300 } as const

/** A ready paper with these questions, in this order: in one section, or with `minutes` each in a section of its own. */
export async function buildExamPaper(
  connection: Connection,
  author: { readonly id: string; readonly companyId: string },
  questions: readonly { readonly content: QuestionContent; readonly scoreTenths: number }[],
  minutes?: readonly (number | null)[],
): Promise<string> {
  const directoryId = await buildDirectory(connection, { author })
  const ids = await buildQuestions(connection, { author, directoryId }, questions)
  const items = ids.map((questionId, at) => ({ questionId, scoreTenths: questions[at]?.scoreTenths ?? 0 }))
  const place = await buildPaperDirectory(connection, { author })
  const sections = minutes
    ? ids.map((id, at) =>
        fixedSection([id], { sequence: at + 1, minutes: minutes[at] ?? null, items: items.slice(at, at + 1) }),
      )
    : [fixedSection(ids, { title: '第一大题', items })]
  return (await buildPaper(connection, { author, directoryId: place, sections, isReady: true })).id
}
