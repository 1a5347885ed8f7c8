/** Writes tables as files row by row, never a whole file in memory. */
import { Readable } from 'node:stream'
import type { StreamAnswer } from '#server/module.ts'
import { csvBytes } from './csv.ts'
import type { SheetRows } from './sheet-row.ts'
import { type SheetLook, xlsxBytes } from './xlsx.ts'

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
