/**
 * Questions of a Word document in the usual Chinese layout, as rows of cells: numbered questions, lettered options, and fields
 * such as 答案： below them. What the layout does not say is left to the check of the rows.
 */
import { inWorker } from '#server/spreadsheet/in-worker.ts'
import type { ImportLoss } from '../../contract/exchange.ts'
import type { PackedFile } from './formats/format-question.ts'
import { type CellShape, hasTag } from './rich-cells.ts'
import { meaningOf, optionNumber, type SheetCells, type SheetColumn, words } from './sheet-columns.ts'
import { textInLine, withoutTag } from './word-html.ts'
import { blanksMarked, type KeyMark, keyMarksOf, keyOfMarks } from './word-key.ts'
import { meaningOfLine, splitOptions, type WordLine, wordLines } from './word-lines.ts'

/** What is collected of a question: the lines of each column, and how each option is marked. */
interface Draft {
  readonly lines: Map<SheetColumn, string[]>
  readonly marks: Map<SheetColumn, ReadonlySet<KeyMark>>
  readonly kind: string | undefined
  readonly isPart: boolean
  readonly points: SectionPoints
}

/** What the title of a section says its questions are worth. */
interface SectionPoints {
  readonly each?: string | undefined
  readonly blank?: string | undefined
}

interface WordRow {
  readonly cells: SheetCells
  readonly losses: readonly ImportLoss[]
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' } as const
const decode = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: keyof typeof entities) => entities[name])

/** The lines of a column as the text of a cell: plain where they are, HTML where one has formats. */
export function cellOfLines(lines: readonly string[], shape: CellShape = 'inline'): string {
  const [first = ''] = lines
  if (lines.length === 1 && first.startsWith('&lt;html&gt;')) return decode(first.replaceAll('<br />', '\n'))
  const plain = lines.map((line) => line.replaceAll('<br />', '\n'))
  if (plain.every((line) => !hasTag.test(line))) return decode(plain.join('\n'))
  if (lines.length === 1 && (shape === 'inline' || first.startsWith('<table>'))) return first
  return lines.map((line) => (line.startsWith('<table>') ? line : `<p>${line}</p>`)).join('')
}

/** `【单选题】…`, `[单选题]…` or `（单选题）…` at the beginning of a stem. */
const kindInStem = /^[【[（(]([^】\]）)]{2,20})[】\]）)]\s*/

const sectionKind = (title: string) => meaningOf(words.kind, title.replace(/[（(:：].*$/, ''))

/** `（每题 2 分）`, `每小题2分`, `2分/题`, `每空1分`. */
const eachPattern = /每\s*(?:小?题|道)\s*(\d+(?:\.\d)?)\s*分|(\d+(?:\.\d)?)\s*分\s*[/／]\s*题/
const blankPattern = /每\s*空\s*(\d+(?:\.\d)?)\s*分/
const blanksOfStem = /_{3,}|\(\s*\)/g

function pointsOfSection(title: string): SectionPoints {
  const each = eachPattern.exec(title)
  return { each: each?.[1] ?? each?.[2], blank: blankPattern.exec(title)?.[1] }
}

function scoreOf({ each, blank }: SectionPoints, stem = ''): string | undefined {
  if (each !== undefined || blank === undefined) return each
  const count = stem.match(blanksOfStem)?.length ?? 0
  return count > 0 ? String((Number(blank) * 10 * count) / 10) : undefined
}

function newDraft(rest: string, kindOfSection: string | undefined, isPart: boolean, points: SectionPoints): Draft {
  const [prefix = '', written = ''] = kindInStem.exec(rest) ?? []
  const own = meaningOf(words.kind, written)
  const lines = new Map<SheetColumn, string[]>([['stem', [own ? rest.slice(prefix.length) : rest]]])
  return { lines, marks: new Map(), kind: own ? written : kindOfSection, isPart, points }
}

const space = String.raw`(?:\s|&nbsp;|</?(?:u|strong)>)*`
const keyInStem = new RegExp(`[（(]${space}([A-Z](?:[、,，]?[A-Z])*|[√×对错])${space}[）)]`)

/** What kind it is where nothing says so: by its options, its key and its blanks. */
function guessedKind(cells: SheetCells): string {
  const answer = cells.answer ?? ''
  if (cells.option1 !== undefined) return /^[A-Z]$/i.test(answer.trim()) ? '单选题' : '多选题'
  if (meaningOf(words.truth, answer)) return '判断题'
  return /_{3,}|\(\s*\)/.test(cells.stem ?? '') ? '填空题' : '问答题'
}

const unmarked = (lines: readonly string[]) => lines.map((line) => withoutTag(line, 'mark'))

/** What the marks say, where nothing else says the key: the cells without them. */
function markedCells({ lines, marks, kind }: Draft): SheetCells | undefined {
  const meaning = meaningOf(words.kind, kind ?? '')
  if (lines.has('answer') || keyInStem.test(cellOfLines(unmarked(lines.get('stem') ?? [])))) return undefined
  if (marks.size === 0)
    return meaning === 'fill-in' ? blanksMarked(lines.get('stem') ?? [], (own) => cellOf('stem', own)) : undefined
  const key = keyOfMarks(marks, meaning)
  if (!key) return undefined
  const options = [...marks.keys()].map((column) => {
    const own = (lines.get(column) ?? []).map((line) => withoutTag(withoutTag(line, key.mark), 'mark'))
    return [column, cellOfLines(own)]
  })
  return { ...Object.fromEntries(options), answer: key.answer }
}

const shapeOf = (column: SheetColumn): CellShape => (optionNumber(column) > 0 ? 'inline' : 'block')
const cellOf = (column: SheetColumn, lines: readonly string[]) => cellOfLines(lines, shapeOf(column))

const isWritten = (kind: string) => ['short-answer', 'file-answer'].includes(meaningOf(words.kind, kind) ?? '')

function rowOf(draft: Draft): WordRow {
  const { lines, kind, isPart, points } = draft
  const marked = markedCells(draft)
  const cells: SheetCells = {
    ...Object.fromEntries([...lines].map(([column, texts]) => [column, cellOf(column, unmarked(texts))])),
    ...marked,
  }
  // A key may be bold; of an answer to write, formats are a part.
  const answer = lines.get('answer')
  if (answer) cells.answer = cellOfLines(answer.map((line) => textInLine(line).text.replaceAll('\ufffc', '')))
  const inStem = keyInStem.exec(cells.stem ?? '')
  // Many write the key into the brackets of the stem.
  if (cells.answer === undefined && inStem) {
    cells.answer = inStem[1]
    cells.stem = cells.stem?.replace(keyInStem, '（　）')
  }
  cells.kind = kind ?? guessedKind(cells)
  // A group is worth the sum of its parts.
  const score = isPart || meaningOf(words.kind, cells.kind) === 'group' ? undefined : scoreOf(points, cells.stem)
  if (cells.score === undefined && score !== undefined) cells.score = score
  if (answer && isWritten(cells.kind)) cells.answer = cellOf('answer', unmarked(answer))
  if (isPart) cells.part = '是'
  return { cells, losses: marked ? ['marked-key'] : [] }
}

/** Reads the lines one after the other. What stands before the first question belongs to none. */
export function questionsOfLines(lines: readonly WordLine[]): WordRow[] {
  const drafts: Draft[] = []
  let kindOfSection: string | undefined
  let points: SectionPoints = {}
  let isInGroup = false
  let column: SheetColumn = 'stem'
  const begin = (rest: string, isPart: boolean) => {
    const draft = newDraft(rest, isPart ? undefined : kindOfSection, isPart, points)
    if (!isPart) isInGroup = meaningOf(words.kind, draft.kind ?? '') === 'group'
    drafts.push(draft)
    column = 'stem'
  }
  const add = (at: SheetColumn, rest: string) => {
    const known = drafts.at(-1)?.lines
    const before = known?.get(at)
    if (before) before.push(rest)
    else known?.set(at, [rest])
    column = at
  }
  for (const line of lines.flatMap(optionsApart)) {
    const meaning = line.level === 2 ? nextOption(drafts.at(-1), line.html) : meaningOfLine(line)
    if (meaning.kind === 'section') {
      kindOfSection = sectionKind(meaning.title) ?? kindOfSection
      points = pointsOfSection(meaning.title)
    } else if (meaning.kind === 'question') begin(meaning.rest, false)
    else if (meaning.kind === 'part') begin(meaning.rest, isInGroup)
    else if (meaning.kind === 'option') {
      add(`option${meaning.number}`, meaning.rest)
      drafts.at(-1)?.marks.set(column, keyMarksOf(meaning))
    } else if (meaning.kind === 'field') add(meaning.field, meaning.rest)
    else if (drafts.length > 0) add(column, meaning.rest)
  }
  return drafts.map(rowOf)
}

const optionsApart = (line: WordLine): WordLine[] => splitOptions(line.html).map((html) => ({ ...line, html }))

/** An entry of an automatic list below that of the questions: Word writes its letter itself. */
function nextOption(draft: Draft | undefined, rest: string) {
  const count = [...(draft?.lines.keys() ?? [])].filter((column) => column.startsWith('option')).length
  return { kind: 'option' as const, number: count + 1, rest, label: '' }
}

interface WordFile {
  readonly rows: readonly WordRow[]
  /** The pictures; the texts name them by their places. */
  readonly files: readonly PackedFile[]
}

/** Rejects where the document cannot be read. */
export async function readWord(bytes: Buffer): Promise<WordFile> {
  const url = new URL('./word-worker.ts', import.meta.url)
  const { html, files } = await inWorker<{ html: string; files: PackedFile[] }>(url, bytes)
  return { rows: questionsOfLines(wordLines(html)), files }
}
