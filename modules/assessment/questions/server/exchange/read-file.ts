/** Files of questions as rows of cells. */
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { stemLengthMax } from '../../contract/question.ts'
import type { ImportRow } from './check-rows.ts'
import { columnPlaces, requiredColumns, type SheetCells, type SheetColumn } from './sheet-columns.ts'
import { isTemplateRow } from './template.ts'

/** A column of the file, as its heading has it. */
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
