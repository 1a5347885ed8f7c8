/** An exam with its examinees over HTTP: what the tests of answering, marking and invigilation begin with. */
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll } from 'vitest'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { AnsweringEvent } from '../contract/answering.ts'
import { exams } from '../contract.ts'
import { buildExamPaper, rightAnswers, scoredQuestions } from './exam-paper.fixture.ts'
import { type BuiltExam, buildExam } from './exams.fixture.ts'

export { buildExamPaper, contents, essay, rightAnswers, scoredQuestions } from './exam-paper.fixture.ts'

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
