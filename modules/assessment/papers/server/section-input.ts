/** What the shape of a section allows and a paper does not. */
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { itemsMax, rulesMax, type SectionInput } from '../contract/paper.ts'

const wrong = (path: string, rule: string, message: string) => ({ path, rule, message })

/** Refuses two sections at one place, rules in a fixed section, questions in a random one, and too many of both. */
export function assertSections(sections: readonly SectionInput[]): void {
  const sequences = sections.map(({ sequence }) => sequence)
  const fields = sections.flatMap(({ mode, items, rules, sequence }, at) => [
    ...(sequences.indexOf(sequence) === at ? [] : [wrong(`sections.${at}.sequence`, 'unique', 'is taken')]),
    ...(mode === 'random' && items.length > 0 ? [wrong(`sections.${at}.items`, 'mode', 'the section is random')] : []),
    ...(mode === 'fixed' && rules.length > 0 ? [wrong(`sections.${at}.rules`, 'mode', 'the section is fixed')] : []),
  ])
  const count = (key: 'items' | 'rules') => sections.reduce((sum, section) => sum + section[key].length, 0)
  if (count('items') > itemsMax) fields.push(wrong('sections', 'maxItems', `has more than ${itemsMax} questions`))
  if (count('rules') > rulesMax) fields.push(wrong('sections', 'maxItems', `has more than ${rulesMax} rules`))
  if (fields.length > 0) throw refuse(INVALID_INPUT, { fields })
}
