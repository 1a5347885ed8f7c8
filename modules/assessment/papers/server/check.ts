/** What keeps a paper from being ready. */
import type { QuestionAt } from '#modules/assessment/questions/server.ts'
import type { PaperProblem } from '../contract/paper.ts'
import { type Cell, shortagesOf } from './draw/shortage.ts'
import { rulesOf, type SectionRecord } from './records.ts'

export interface Bank {
  /** The questions of the paper at their versions, by their ids. */
  readonly questions: ReadonlyMap<string, Pick<QuestionAt, 'status'>>
  /** The names of the rules' directories. */
  readonly directories: ReadonlyMap<string, string>
  readonly cells: readonly Cell[]
}

interface Scored {
  readonly items: readonly { readonly scoreTenths: number }[]
  readonly rules: readonly { readonly scoreTenths: number; readonly count: number }[]
}

export function totalOf(sections: readonly Scored[]) {
  const items = sections.flatMap((section) => section.items)
  const rules = sections.flatMap((section) => section.rules)
  return {
    totalTenths:
      items.reduce((sum, { scoreTenths }) => sum + scoreTenths, 0) +
      rules.reduce((sum, { scoreTenths, count }) => sum + scoreTenths * count, 0),
    questionCount: items.length + rules.reduce((sum, { count }) => sum + count, 0),
  }
}

const isGone = (question: Pick<QuestionAt, 'status'> | undefined): boolean =>
  question === undefined || question.status === 'deleted'

/** What makes a draw impossible. */
export function drawProblems(
  sections: readonly SectionRecord[],
  { questions, directories, cells }: Bank,
): PaperProblem[] {
  const rules = rulesOf(sections)
  const gone = sections.flatMap(({ items }, section): PaperProblem[] =>
    items.flatMap(({ questionId }, item) =>
      isGone(questions.get(questionId)) ? [{ code: 'question-gone', section, item }] : [],
    ),
  )
  const lost = rules
    .filter(({ directoryId }) => !directories.has(directoryId))
    .map(({ section, rule }): PaperProblem => ({ code: 'directory-gone', section, rule }))
  const shortages = shortagesOf(
    rules.map(({ count }) => count),
    cells,
  ).map(({ rules: short, asked, available }): PaperProblem => {
    const places = short.flatMap((at) => rules.slice(at, at + 1)).map(({ section, rule }) => ({ section, rule }))
    return { code: 'shortage', rules: places, asked, available }
  })
  return [...gone, ...lost, ...shortages]
}

export function problemsOf(sections: readonly SectionRecord[], bank: Bank): PaperProblem[] {
  const empty = sections.flatMap(({ items, rules }, section): PaperProblem[] =>
    items.length + rules.length === 0 ? [{ code: 'empty-section', section }] : [],
  )
  const whole: PaperProblem[] =
    sections.length === 0 ? [{ code: 'no-section' }] : totalOf(sections).totalTenths === 0 ? [{ code: 'no-score' }] : []
  return [...whole, ...empty, ...drawProblems(sections, bank)]
}
