/** What is chosen from in a question, for those who read its statistics. */
import type { QuestionContent, SimpleContent } from './question.ts'

export interface Choice {
  /** Of a group: the place of the part, from 0. */
  readonly part: number | null
  /** The place in the version, from 0; true is 0, false 1. */
  readonly option: number
  /** Empty for true and false, which the screen says in its own words. */
  readonly text: string
  readonly isRight: boolean
}

function choicesOfSimple(content: SimpleContent, part: number | null, readable: (html: string) => string): Choice[] {
  const choices = (texts: readonly string[], isRight: (option: number) => boolean) =>
    texts.map((text, option) => ({ part, option, text: readable(text), isRight: isRight(option) }))
  switch (content.kind) {
    case 'single-choice':
      return choices(content.options, (option) => option === content.right)
    case 'multiple-choice':
    case 'undetermined-choice':
      return choices(content.options, (option) => content.right.includes(option))
    case 'true-false':
      return choices(['', ''], (option) => (option === 0) === content.isTrue)
    default:
      return []
  }
}

/** In the order of the version; of a group, those of its parts one after the other. `readable`: what can be read in HTML. */
export function choicesOf(content: QuestionContent, readable: (html: string) => string): Choice[] {
  if (content.kind !== 'group') return choicesOfSimple(content, null, readable)
  return content.parts.flatMap((part, at) => choicesOfSimple(part.content, at, readable))
}
