/** The key where the layout alone says it: right options in red, highlighted, bold or underlined, and answers in the blanks. */
import { countBlanks } from '../../contract/blanks.ts'
import type { QuestionKind } from '../../contract/question.ts'
import { optionName, optionNumber, type SheetCells, type SheetColumn } from './sheet-columns.ts'
import { textInLine, withoutTag } from './word-html.ts'

/** The tags that mark; what is red or highlighted stands in `mark`. The first that tells options apart counts. */
const keyMarks = ['mark', 'strong', 'u'] as const
export type KeyMark = (typeof keyMarks)[number]

const hasText = (html: string) => /[\p{L}\p{N}]/u.test(textInLine(html).text.replaceAll('&nbsp;', ' '))

/** All of the text stands in this tag, or there is none. */
const isAll = (html: string, tag: KeyMark) => !hasText(html.replace(new RegExp(`<${tag}>.*?</${tag}>`, 'gs'), ''))

function isMarked(tag: KeyMark, { label, rest }: { readonly label: string; readonly rest: string }): boolean {
  // A word that is red counts, a word in bold may be there for stress.
  if (tag === 'mark') return `${label}${rest}`.includes('<mark>')
  return label.includes(`<${tag}>`) || (hasText(rest) && isAll(rest, tag))
}

export const keyMarksOf = (option: { readonly label: string; readonly rest: string }): ReadonlySet<KeyMark> =>
  new Set(keyMarks.filter((tag) => isMarked(tag, option)))

const choices: readonly (QuestionKind | undefined)[] = [
  ...([undefined, 'single-choice', 'multiple-choice', 'undetermined-choice', 'true-false'] as const),
]

/** The letters of the marked options; undefined where no mark is on some of them and not on all. */
export function keyOfMarks(marks: ReadonlyMap<SheetColumn, ReadonlySet<KeyMark>>, kind: QuestionKind | undefined) {
  if (!choices.includes(kind)) return undefined
  const rightMax = kind === 'single-choice' || kind === 'true-false' ? 1 : marks.size - 1
  for (const mark of keyMarks) {
    const right = [...marks].flatMap(([column, own]) => (own.has(mark) ? [optionNumber(column)] : []))
    if (right.length > 0 && right.length <= rightMax)
      return { mark, answer: right.map(optionName).join(right.some((number) => number > 26) ? ',' : '') }
  }
  return undefined
}

/** The cells of a stem in which the answers stand, marked or underlined; undefined where it has blanks or no answers. */
export function blanksMarked(
  lines: readonly string[],
  cellOfLines: (lines: readonly string[]) => string,
): SheetCells | undefined {
  if (lines.some((line) => countBlanks(line) > 0)) return undefined
  const tag = (['mark', 'u'] as const).find((name) => lines.some((line) => line.includes(`<${name}>`)))
  if (tag === undefined) return undefined
  const answers: string[] = []
  const blank = new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')
  const stem = lines.map((line) =>
    line.replace(blank, (_, inner: string) => {
      answers.push(cellOfLines([textInLine(inner).text.trim()]))
      return '____'
    }),
  )
  const columns = answers.map((answer, at): [SheetColumn, string] => [`option${at + 1}`, answer])
  return { stem: cellOfLines(stem.map((line) => withoutTag(line, 'mark'))), ...Object.fromEntries(columns) }
}
