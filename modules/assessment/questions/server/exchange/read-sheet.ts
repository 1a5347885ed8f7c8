/** Rows of a spreadsheet as questions, with what is wrong in each cell. Pure: the names of knowledge points are not looked up. */
import { Compile } from 'typebox/compile'
import type { ErrorCode } from '#kit/errors.ts'
import { problemsOf } from '../../contract/consistency.ts'
import {
  CELL_MISSING,
  CELL_TOO_LONG,
  DIFFICULTY_WRONG,
  DRAWING_UNSUPPORTED,
  GROUP_INCOMPLETE,
  GROUP_WITHOUT_PARTS,
  KEY_UNREADABLE,
  KIND_UNKNOWN,
  OBJECT_LOST,
  OPTION_COUNT_WRONG,
  PART_WITHOUT_GROUP,
  problemErrors,
  SCORE_WRONG,
  SETTING_WRONG,
} from '../../contract/exchange-codes.ts'
import { QuestionContent, type SimpleContent } from '../../contract/question.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { keyReaders, type Report, readSettings } from './key-readers.ts'
import { richTextOf } from './rich-cells.ts'
import { meaningOf, optionNumber, type SheetCells, type SheetColumn, words } from './sheet-columns.ts'
import { drawingMark, lostMarks } from './word-lines.ts'

export interface CellProblem {
  readonly column: SheetColumn
  readonly code: number
}

export interface ReadRow {
  readonly problems: readonly CellProblem[]
  /** Of the first row of a question that can be imported. */
  readonly question?: ExchangeQuestion
  /** The row of the group that this row is a part of, as a place in the list. */
  readonly groupAt?: number
}

interface RowDraft {
  readonly problems: CellProblem[]
  readonly content:
    | SimpleContent
    | { readonly kind: 'group'; readonly stem: string; readonly explanation: string }
    | undefined
  readonly scoreTenths: number | undefined
  readonly isPart: boolean
}

const contentShape = Compile(QuestionContent)

/** Where a place of the content stands in the row. What belongs to a part of a group is said of the group. */
export function columnOf(path: string): SheetColumn {
  const [field = '', index = '0'] = path.split('.')
  if (field === 'stem' || field === 'explanation') return field
  if (field === 'parts') return 'kind'
  if (['options', 'items', 'pairs', 'blanks', 'gaps', 'extra'].includes(field)) return `option${Number(index) + 1}`
  return ['answer', 'right', 'reference', 'isTrue'].includes(field) ? 'answer' : 'settings'
}

const countKeywords = ['minItems', 'maxItems']

function shapeError(column: SheetColumn, keyword: string): ErrorCode {
  if (keyword === 'maxLength') return CELL_TOO_LONG
  if (keyword === 'minLength') return CELL_MISSING
  if (countKeywords.includes(keyword)) return OPTION_COUNT_WRONG
  return column === 'settings' ? SETTING_WRONG : KEY_UNREADABLE
}

/** `if` and `allOf` say that something below them is wrong; that itself is said as well. */
const wrappers = ['if', 'allOf', 'anyOf', 'then']

function checkContent(content: SimpleContent, report: Report): void {
  for (const { path, code } of problemsOf(content)) report(columnOf(path), problemErrors[code])
  if (contentShape.Check(content)) return
  for (const { instancePath, keyword } of contentShape.Errors(content)) {
    if (wrappers.includes(keyword)) continue
    const column = columnOf(instancePath.slice(1).replaceAll('/', '.'))
    report(column, shapeError(column, keyword))
  }
}

/** Points with one decimal at most, 0 to 100 (EXAM-026). */
function tenthsOf(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d)?$/.test(text)) return undefined
  const tenths = Math.round(Number(text) * 10)
  return tenths <= 1000 ? tenths : undefined
}

const scoreDefault = 20

function scoreOfRow(cells: SheetCells, report: Report): number | undefined {
  const text = (cells.score ?? '').replace(/分$/, '').trim()
  if (text === '') return undefined
  const tenths = tenthsOf(text)
  if (tenths === undefined) report('score', SCORE_WRONG)
  return tenths
}

function optionsOf(cells: SheetCells): string[] {
  return Object.entries(cells)
    .map(([column, text = '']) => ({ number: optionNumber(column as SheetColumn), text }))
    .filter(({ number, text }) => number > 0 && text !== '')
    .sort((one, other) => one.number - other.number)
    .map(({ text }) => text)
}

function draftOfRow(cells: SheetCells): RowDraft {
  const problems: CellProblem[] = []
  const report: Report = (column, { code }) => {
    // The first problem of a cell is the one to say.
    if (!problems.some((problem) => problem.column === column)) problems.push({ column, code })
  }
  const isPart = meaningOf(words.truth, cells.part ?? '') === 'true'
  const scoreTenths = scoreOfRow(cells, report)
  const stem = richTextOf(cells.stem ?? '', 'block')
  const explanation = richTextOf(cells.explanation ?? '', 'block')
  if (stem === '') report('stem', CELL_MISSING)
  for (const [column, text = ''] of Object.entries(cells))
    if (drawingMark.test(text)) report(column as SheetColumn, DRAWING_UNSUPPORTED)
    else if (lostMarks.test(text)) report(column as SheetColumn, OBJECT_LOST)
  const kind = meaningOf(words.kind, cells.kind ?? '')
  if (!kind || (kind === 'group' && isPart)) {
    report('kind', (cells.kind ?? '') === '' ? CELL_MISSING : KIND_UNKNOWN)
    return { problems, content: undefined, scoreTenths, isPart }
  }
  if (kind === 'group') return { problems, content: { kind, stem, explanation }, scoreTenths, isPart }
  const settings = readSettings(cells.settings ?? '', report)
  const key = keyReaders[kind]({ cells, options: optionsOf(cells), settings, report })
  if (!key) return { problems, content: undefined, scoreTenths, isPart }
  // The reader is that of the kind, which the compiler cannot follow through the table.
  const content = { kind, stem, explanation, ...key } as SimpleContent
  if (stem !== '') checkContent(content, report)
  return { problems, content, scoreTenths, isPart }
}

const difficultyDefault = 3

/** Names with anything between them that separates; those between quotation marks are read as they are. */
function topicsOf(cell: string): string[] {
  const found = [...cell.matchAll(/"((?:[^"]|"")*)"|[^;；、,，\n"]+/g)]
  const names = found.map(([all, quoted]) => quoted?.replaceAll('""', '"') ?? all.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

function fieldsOf(cells: SheetCells, problems: CellProblem[]) {
  const text = cells.difficulty ?? ''
  const difficulty = text === '' ? difficultyDefault : Number(meaningOf(words.difficulty, text))
  if (Number.isNaN(difficulty)) problems.push({ column: 'difficulty', code: DIFFICULTY_WRONG.code })
  return { difficulty, source: cells.source ?? '', topics: topicsOf(cells.topics ?? '') }
}

const sumMax = 1000

/** The rows of a group: the first, and those of its parts. Wrong parts make the group wrong, and the other way round. */
function readGroup(drafts: readonly RowDraft[], cells: SheetCells): ReadRow[] {
  const [head, ...parts] = drafts
  if (head?.content?.kind !== 'group') return []
  const { stem, explanation } = head.content
  const fields = fieldsOf(cells, head.problems)
  if (parts.length === 0) head.problems.push({ column: 'kind', code: GROUP_WITHOUT_PARTS.code })
  const own = parts.map(({ content, scoreTenths }) => ({ content, scoreTenths: scoreTenths ?? scoreDefault }))
  const sum = own.reduce((total, part) => total + part.scoreTenths, 0)
  if (sum > sumMax) head.problems.push({ column: 'score', code: problemErrors['score-sum'].code })
  const isWhole = drafts.every(({ problems }) => problems.length === 0)
  if (!isWhole) {
    for (const { problems } of drafts)
      if (problems.length === 0) problems.push({ column: 'kind', code: GROUP_INCOMPLETE.code })
    return drafts.map(({ problems }) => ({ problems }))
  }
  const content = {
    ...{ kind: 'group' as const, stem, explanation },
    parts: own.flatMap(({ content: part, scoreTenths }) =>
      part && part.kind !== 'group' ? [{ scoreTenths, content: part }] : [],
    ),
  }
  const question = { content, scoreTenths: head.scoreTenths ?? sum, ...fields }
  return drafts.map(({ problems }, at) => (at === 0 ? { problems, question } : { problems }))
}

function readSingle(draft: RowDraft, cells: SheetCells): ReadRow {
  const fields = fieldsOf(cells, draft.problems)
  const { content, problems, scoreTenths = scoreDefault } = draft
  if (draft.isPart) problems.push({ column: 'part', code: PART_WITHOUT_GROUP.code })
  if (problems.length > 0 || !content || content.kind === 'group') return { problems }
  return { problems, question: { content, scoreTenths, ...fields } }
}

/** The rows in their order. The parts of a group follow it at once. */
export function readSheet(rows: readonly SheetCells[]): ReadRow[] {
  const drafts = rows.map(draftOfRow)
  const read: ReadRow[] = []
  while (read.length < rows.length) {
    const at = read.length
    const draft = drafts[at]
    const cells = rows[at]
    if (!draft || !cells) break
    if (meaningOf(words.kind, cells.kind ?? '') !== 'group' || draft.isPart) {
      read.push(readSingle(draft, cells))
      continue
    }
    const end = drafts.findIndex((next, index) => index > at && !next.isPart)
    const group = readGroup(drafts.slice(at, end === -1 ? undefined : end), cells)
    read.push(...group.map((row, index) => (index === 0 ? row : { ...row, groupAt: at })))
  }
  return read
}
