/** The key of a question as it is printed, for the order in which its options were presented. */
import type { PresentedQuestion, QuestionContent, SimpleContent } from '#modules/assessment/questions/contract.ts'

export interface KeyWords {
  readonly true: string
  readonly false: string
  /** Rich text as the place shows it. */
  readonly plain: (html: string) => string
}

type Part = Pick<PresentedQuestion, 'options'>

/** A, B, … Z, AA, …: how options are called. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter
}

/** `|` separates alternatives; a reader sees them as such. */
const alternatives = (answer: string) => answer.split('|').join(' / ')

/** The letter of the option with this id, as it was presented. */
function letterOfId({ options = [] }: Part, id: number): string {
  return letterOf(options.findIndex((option) => option.id === id))
}

/** The letter of the option with this text. */
const letterOfText = ({ options = [] }: Part, text: string): string =>
  letterOf(options.findIndex((option) => option.text === text))

function keyOfSimple(content: SimpleContent, part: Part, words: KeyWords): string {
  switch (content.kind) {
    case 'single-choice':
      return letterOfId(part, content.right)
    case 'multiple-choice':
    case 'undetermined-choice':
      return content.right
        .map((id) => letterOfId(part, id))
        .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
        .join('')
    case 'true-false':
      return content.isTrue ? words.true : words.false
    case 'fill-in':
      return content.blanks.map(({ answer }, at) => `${at + 1}. ${alternatives(answer)}`).join('  ')
    case 'cloze':
      return content.gaps
        .map(
          (gap, at) =>
            `${at + 1}. ${'options' in gap ? words.plain(gap.options[gap.right] ?? '') : alternatives(gap.answer)}`,
        )
        .join('  ')
    case 'matching':
      return content.pairs.map(({ right }, at) => `${at + 1}–${letterOfText(part, right)}`).join('  ')
    case 'ordering':
      return content.items.map(words.plain).join(' → ')
    case 'numeric': {
      const tolerance = Number(content.tolerance) === 0 ? '' : ` ± ${content.tolerance}`
      return [`${content.answer}${tolerance}`, content.unit].filter((text) => text !== '').join(' ')
    }
    case 'short-answer':
    case 'file-answer':
      return words.plain(content.reference)
  }
}

/** A line for the question, or for each part of a group. */
export function keyLines(content: QuestionContent, presented: PresentedQuestion, words: KeyWords): string[] {
  if (content.kind !== 'group') return [keyOfSimple(content, presented, words)]
  return content.parts.map(
    (part, at) => `(${at + 1}) ${keyOfSimple(part.content, presented.parts?.[at]?.question ?? {}, words)}`,
  )
}

/** The explanations, of a group with those of its parts; empty ones are left out. Rich texts. */
export function explanationsOf(content: QuestionContent): string[] {
  const own = content.kind === 'group' ? [content, ...content.parts.map((part) => part.content)] : [content]
  return own.map(({ explanation }) => explanation).filter((html) => html !== '')
}
