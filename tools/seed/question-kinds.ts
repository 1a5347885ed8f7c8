/** How the demonstration's questions are written down: a function for each kind. */
import type {
  QuestionContent,
  SimpleContent,
  SimpleContentOf,
} from '#modules/assessment/questions/contract/question.ts'

export interface QuestionPlan {
  readonly content: QuestionContent
  /** 1 is the easiest. */
  readonly difficulty: number
  readonly scoreTenths: number
  readonly source: string
  /** Names of topics of discussion.json. */
  readonly topics: readonly string[]
}

export interface DirectoryPlan {
  readonly name: string
  readonly code: string
  readonly questions?: readonly QuestionPlan[]
  readonly below?: readonly DirectoryPlan[]
}

export interface About {
  readonly source: string
  readonly topics: readonly string[]
}

export const p = (text: string) => `<p>${text}</p>`
const at = (difficulty: number, scoreTenths: number, about: About) => ({ difficulty, scoreTenths, ...about })

export const single = (stem: string, options: string[], right: number, explanation = '') =>
  ({ kind: 'single-choice', stem: p(stem), options, right, explanation }) as const
export const multiple = (stem: string, options: string[], right: number[], explanation = '') =>
  ({ kind: 'multiple-choice', stem: p(stem), options, right, explanation, partial: 'half' }) as const
export const undetermined = (stem: string, options: string[], right: number[], explanation = '') =>
  ({ kind: 'undetermined-choice', stem: p(stem), options, right, explanation, partial: 'no-wrong' }) as const
export const trueFalse = (stem: string, isTrue: boolean, explanation = '') =>
  ({ kind: 'true-false', stem: p(stem), isTrue, explanation }) as const
export const filled = (stem: string, answers: string[], anyOrder = false): SimpleContentOf<'fill-in'> => ({
  ...{ kind: 'fill-in', stem: p(stem), explanation: '', anyOrder, ignoreCase: true, partial: 'each' },
  blanks: answers.map((answer) => ({ answer })),
})
export const short = (stem: string, reference: string) =>
  ({ kind: 'short-answer', stem: p(stem), reference: p(reference), explanation: '', lengthMax: 500 }) as const
export const matched = (
  stem: string,
  pairs: [string, string][],
  extra: string[] = [],
): SimpleContentOf<'matching'> => ({
  ...{ kind: 'matching', stem: p(stem), explanation: '', extra, partial: 'each' },
  pairs: pairs.map(([left, right]) => ({ left, right })),
})
export const ordered = (stem: string, items: string[], explanation = '') =>
  ({ kind: 'ordering', stem: p(stem), items, explanation, partial: 'each' }) as const
export const group = (stem: string, parts: [number, SimpleContent][]): QuestionContent => ({
  ...{ kind: 'group', stem, explanation: '' },
  parts: parts.map(([scoreTenths, content]) => ({ scoreTenths, content })),
})

export const plans = (about: About, questions: readonly [QuestionContent, number, number][]): QuestionPlan[] =>
  questions.map(([content, difficulty, tenths]) => ({
    content,
    ...at(difficulty, tenths, about),
  }))
