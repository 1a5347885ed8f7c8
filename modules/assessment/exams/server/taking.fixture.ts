/** An exam with its examinees over HTTP: what the tests of answering, marking and invigilation begin with. */
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll } from 'vitest'
import { buildPaper, buildPaperDirectory, fixedSection } from '#modules/assessment/papers/server/papers.fixture.ts'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { AnsweringEvent } from '../contract/answering.ts'
import { exams } from '../contract.ts'
import { type BuiltExam, buildExam } from './exams.fixture.ts'

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

export function examsOn(platform: TestPlatform, authorOf: () => BuiltMember) {
  const as = (member: BuiltMember | undefined) => platform.client(exams, member)
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  return {
    as,
    /** A published exam on a paper of these questions. */
    async build(
      { rules, ...input }: Partial<BuiltExam> = {},
      questions: readonly { content: QuestionContent; scoreTenths: number }[] = scoredQuestions,
      minutes?: readonly (number | null)[],
    ): Promise<{ readonly params: { readonly id: string } }> {
      const author = input.author ?? authorOf()
      const paperId = await buildExamPaper(platform.db, author, questions, minutes)
      const id = await buildExam(platform.db, {
        ...{ author, now: platform.now, ...input },
        rules: { paperId, ...rules },
      })
      return { params: { id } }
    },
    answer: (place: number, answer: QuestionAnswer | null, at = platform.now): AnsweringEvent => ({
      place,
      answer,
      at,
    }),
    /** Answers everything right up to `count` questions and submits; the attempt's id. */
    async sit(
      member: BuiltMember,
      { params }: { readonly params: { readonly id: string } },
      answers: readonly (QuestionAnswer | null)[] = rightAnswers,
    ): Promise<string> {
      const { id } = await as(member).startAttempt({ params, body: {} })
      const writer = uuid()
      const events = answers.map((answer, at) => ({ place: at + 1, answer, at: platform.now }))
      await as(member).recordEvents({ params: { id }, body: { writer, first: 1, events } })
      await as(member).submitAttempt({ params: { id }, body: { writer, lastNumber: events.length } })
      return id
    },
  }
}

export const chosen = (id: number): QuestionAnswer => ({ kind: 'single-choice', chosen: [id] })
export const truth = (isTrue: boolean): QuestionAnswer => ({ kind: 'true-false', isTrue })

/** Starting an attempt and answering it on several tabs, for one examinee unless another is named. */
export function answeringOn(as: ReturnType<typeof examsOn>['as'], memberOf: () => BuiltMember) {
  const learner = () => as(memberOf())
  return {
    learner,
    async start(exam: { readonly params: { readonly id: string } }, member: BuiltMember = memberOf()) {
      const attempt = await as(member).startAttempt({ ...exam, body: {} })
      return { attempt, params: { id: attempt.id } }
    },
    /** A tab: sends its events with the next numbers. */
    tab(params: { id: string }, member: BuiltMember = memberOf()) {
      const writer = uuid()
      let next = 1
      return {
        writer,
        async send(...events: AnsweringEvent[]) {
          const taken = await as(member).recordEvents({ params, body: { writer, first: next, events } })
          next = taken.acknowledged + 1
          return taken
        },
        sendAs: (first: number, ...events: AnsweringEvent[]) =>
          as(member).recordEvents({ params, body: { writer, first, events } }),
        submit: () => as(member).submitAttempt({ params, body: { writer, lastNumber: next - 1 } }),
      }
    },
    answersOf: async (params: { id: string }) =>
      (await learner().attempt({ params })).answers.map(({ place, answer }) => [place, answer]),
  }
}
