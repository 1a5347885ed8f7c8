/** Writes tables as files row by row, never a whole file in memory. */
import { Readable } from 'node:stream'
import type { StreamAnswer } from '#server/module.ts'
import { csvBytes } from './csv.ts'
import type { SheetRow, SheetRows } from './sheet-row.ts'
import { type Sheet, type SheetLook, sheetRowsMax, workbookBytes, xlsxBytes } from './xlsx.ts'

export type SheetFormat = 'xlsx' | 'csv'
const contentTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

interface SheetOptions extends SheetLook {
  readonly format?: SheetFormat
  /** The name of the file, without its ending, for programs that read ASCII alone. */
  readonly plainName?: string
}

const fileAnswer = (
  name: string,
  plainName: string,
  format: SheetFormat,
  bytes: AsyncIterable<Uint8Array>,
): StreamAnswer => {
  const encodedName = encodeURIComponent(`${name}.${format}`)
  return {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${plainName}.${format}"; filename*=UTF-8''${encodedName}`,
      'cache-control': 'no-store',
    },
    body: Readable.from(bytes),
  }
}

/** `name` is that of the file, without its ending. The first row is the heading. */
export const sheetAnswer = (
  name: string,
  rows: SheetRows,
  { format = 'xlsx', plainName = 'table', ...look }: SheetOptions = {},
): StreamAnswer => fileAnswer(name, plainName, format, format === 'csv' ? csvBytes(rows) : xlsxBytes(rows, look))

async function* each(rows: SheetRows): AsyncGenerator<SheetRow> {
  yield* rows
}

interface LongTable {
  readonly sheetName: string
  readonly heading: SheetRow
  readonly rows: SheetRows
  /** How many rows there are at most, besides the heading. */
  readonly count: number
}

/** A table of any length: as many sheets as Excel needs for it, each with the heading. They have to be written in their order. */
export function sheetsOf({ sheetName, heading, rows, count }: LongTable, rowsMax = sheetRowsMax): Sheet[] {
  const source = each(rows)
  async function* part(): AsyncGenerator<SheetRow> {
    yield heading
    for (let taken = 1; taken < rowsMax; taken++) {
      const next = await source.next()
      if (next.done) return
      yield next.value
    }
  }
  const sheets = Math.max(1, Math.ceil(count / (rowsMax - 1)))
  const nameOf = (at: number) => (sheets === 1 ? sheetName : `${sheetName.slice(0, 24)} ${at + 1}`)
  return Array.from({ length: sheets }, (_, at) => ({ sheetName: nameOf(at), rows: part() }))
}

/** Several sheets in one file. `plainName` is for programs that read ASCII alone. */
export const workbookAnswer = (name: string, sheets: readonly Sheet[], { plainName }: { readonly plainName: string }) =>
  fileAnswer(name, plainName, 'xlsx', workbookBytes(sheets))
