/** Files of questions as rows of cells. */
import { assertOfficeFile, type OfficeFormat, readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { stemLengthMax } from '../../contract/question.ts'
import type { ImportRow } from './check-rows.ts'
import { readWord } from './read-word.ts'
import { columnPlaces, columnsFor, requiredColumns, type SheetCells, type SheetColumn } from './sheet-columns.ts'
import { isTemplateRow } from './template.ts'
import { optionCount } from './write-sheet.ts'

/** What an import takes. */
export const fileFormats: readonly OfficeFormat[] = ['xlsx', 'docx']

/** A column of the file, as its heading has it; empty where the file has none. */
export interface SheetHeading {
  readonly column: SheetColumn
  readonly heading: string
}

export interface QuestionFile {
  readonly columns: readonly SheetHeading[]
  readonly isColumnMissing: boolean
  readonly rows: readonly ImportRow[]
}

/** Undefined where the file cannot be read at all. */
export async function readQuestionFile(bytes: Buffer): Promise<QuestionFile | undefined> {
  return assertOfficeFile(bytes, fileFormats) === 'docx' ? readDocument(bytes) : readTable(bytes)
}

/** A Word document counts its questions, and the parts of its groups. Its columns have the headings of an export. */
async function readDocument(bytes: Buffer): Promise<QuestionFile | undefined> {
  const found = await readWord(bytes).catch(() => undefined)
  if (!found) return undefined
  const columns = columnsFor(Math.max(0, ...found.map(optionCount))).map((column) => ({ column, heading: '' }))
  return { columns, isColumnMissing: false, rows: found.map((cells, index) => ({ rowNumber: index + 1, cells })) }
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
