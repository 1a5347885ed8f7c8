/** Files of questions as rows of cells. */
import { assertOfficeFile, type OfficeFormat, readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { stemLengthMax } from '../../contract/question.ts'
import type { ImportRow } from './check-rows.ts'
import type { PackedFile } from './formats/format-question.ts'
import { type ForeignFormat, foreignFormatOf } from './formats/read-format.ts'
import { readForeign } from './read-foreign.ts'
import { readWord } from './read-word.ts'
import { columnPlaces, columnsFor, requiredColumns, type SheetCells, type SheetColumn } from './sheet-columns.ts'
import { isTemplateRow } from './template.ts'
import { optionCount } from './write-sheet.ts'

/** What an import takes beside the formats of other programs. */
const fileFormats: readonly OfficeFormat[] = ['xlsx', 'docx']

/** A column of the file, as its heading has it; empty where the file has none. */
export interface SheetHeading {
  readonly column: SheetColumn
  readonly heading: string
}

export interface QuestionFile {
  /** What is to be stored before its texts can show it. */
  readonly files?: readonly PackedFile[]
  readonly columns: readonly SheetHeading[]
  readonly isColumnMissing: boolean
  readonly rows: readonly ImportRow[]
}

/** Undefined where the file cannot be read at all. */
export async function readQuestionFile(bytes: Buffer, name: string): Promise<QuestionFile | undefined> {
  const foreign = foreignFormatOf(bytes, name)
  if (foreign) return readOther(bytes, foreign)
  return assertOfficeFile(bytes, fileFormats) === 'docx' ? readDocument(bytes) : readTable(bytes)
}

/** Refuses what is no file of questions, or too large, before anything of it is read. */
export function assertQuestionFile(bytes: Buffer, name: string): void {
  if (!foreignFormatOf(bytes, name)) assertOfficeFile(bytes, fileFormats)
}

const columnsOf = (rows: readonly ImportRow[]): SheetHeading[] =>
  columnsFor(Math.max(0, ...rows.map(({ cells }) => optionCount(cells)))).map((column) => ({ column, heading: '' }))

/** Files of other programs count as Word documents do. */
async function readOther(bytes: Buffer, format: ForeignFormat): Promise<QuestionFile | undefined> {
  const found = await readForeign(bytes, format).catch(() => undefined)
  return found && { ...found, columns: columnsOf(found.rows), isColumnMissing: false }
}

/** A Word document counts its questions, and the parts of its groups. Its columns have the headings of an export. */
async function readDocument(bytes: Buffer): Promise<QuestionFile | undefined> {
  const found = await readWord(bytes).catch(() => undefined)
  if (!found) return undefined
  const rows = found.rows.map((row, index) => ({ rowNumber: index + 1, ...row }))
  return { columns: columnsOf(rows), isColumnMissing: false, rows, files: found.files }
}

async function readTable(bytes: Buffer): Promise<QuestionFile | undefined> {
  const lines = await readSpreadsheet(bytes, stemLengthMax).catch(() => undefined)
  const [heading] = lines ?? []
  if (!lines || !heading) return undefined
  const places = columnPlaces(heading)
  const columns = [...places].map(([column, index]) => ({ column, heading: heading[index] ?? '' }))
  const rows = lines
    .map((line, index) => ({ rowNumber: index + 1, cells: cellsOf(line, places) }))
    .slice(1)
    .filter(({ cells }) => Object.values(cells).some((text) => text !== '') && !isTemplateRow(cells))
  return { columns, isColumnMissing: !requiredColumns.every((column) => places.has(column)), rows }
}

function cellsOf(line: readonly string[], places: ReadonlyMap<SheetColumn, number>): SheetCells {
  return Object.fromEntries(
    [...places].map(([column, index]) => [column, (line[index] ?? '').replaceAll('\r\n', '\n')]),
  )
}
