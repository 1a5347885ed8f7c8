/** Tables as files, row by row: what is handed out never stands in memory as a whole. */

import { Readable } from 'node:stream'
import type { StreamAnswer } from '#server/module.ts'
import { csvBytes } from './csv.ts'
import type { SheetRow } from './sheet-row.ts'
import { xlsxBytes } from './xlsx.ts'

export type SheetFormat = 'xlsx' | 'csv'
const contentTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** `name` without its ending. The first row is the heading. */
export function sheetAnswer(name: string, format: SheetFormat, rows: AsyncIterable<SheetRow>): StreamAnswer {
  return {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}`,
      'cache-control': 'no-store',
    },
    body: Readable.from(format === 'csv' ? csvBytes(rows) : xlsxBytes(rows)),
  }
}
