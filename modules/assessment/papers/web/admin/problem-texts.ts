/** What is wrong with a paper, in words. */
import type { TextOf } from '#web/i18n/texts.ts'
import type { PaperProblem } from '../../contract/paper.ts'

interface Titled {
  readonly title: string
}

/** “Rules 1, 3 of “Safety” together ask for 12 questions, the bank has 9”: the rules of a section stand together. */
export function problemText(t: TextOf, problem: PaperProblem, sections: readonly Titled[]): string {
  const { code, section = 0, item = 0, rule = 0, rules = [], asked = 0, available = 0 } = problem
  const titleOf = (at: number) => sections[at]?.title || t('section.number', { number: at + 1 })
  if (code !== 'shortage') return t(`problem.${code}`, { title: titleOf(section), item: item + 1, rule: rule + 1 })
  const names = [...Map.groupBy(rules, (place) => place.section)].map(([at, own]) => {
    const numbers = own.map((place) => place.rule + 1).join(t('comma'))
    return t(own.length === 1 ? 'problem.rule' : 'problem.rules', { title: titleOf(at), rules: numbers })
  })
  const [last = '', before] = [names.at(-1), names.slice(0, -1).join(t('comma'))]
  const who = before === '' ? last : t('problem.and', { before, last })
  return t(rules.length === 1 ? 'problem.shortageOne' : 'problem.shortageMany', { who, asked, available })
}
