/** A whole report as a file on this machine's disk. */
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Caller, Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { csvBytes } from '#server/spreadsheet/csv.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { workbookBytes } from '#server/spreadsheet/xlsx.ts'
import { cellValue, headingOf } from '../contract/cells.ts'
import { TOO_MANY_ROWS } from '../contract/codes.ts'
import type { ReportQuery } from '../contract/query.ts'
import type { Format } from '../contract/shapes.ts'
import { compileReport } from './compile.ts'
import { drawReport } from './draw-report.ts'
import { withRows } from './read-rows.ts'

/** Excel has a sheet of 1,048,576 rows; a printed report of more pages is read by nobody. */
const rowsMax: Readonly<Record<Format, number>> = { xlsx: 1_000_000, csv: 20_000_000, pdf: 3000 }

interface FileOrder {
  readonly name: string
  readonly format: Format
  readonly query: ReportQuery
  /** In whose scope. */
  readonly caller: Caller
  readonly language: Language
  readonly now: number
  readonly path: string
  readonly signal?: AbortSignal | undefined
  readonly onRows?: (written: number) => void
}

/** Answers how many rows there are. `connection` is where the rows are read: a replica, or the primary database. */
export async function writeReport(connection: Connection, order: FileOrder): Promise<number> {
  const { format, query, caller, language, now, path, signal } = order
  const report = compileReport(query, { caller, language, now })
  const timeZone = await getTimeZone(connection, caller.companyId)
  const heading = report.columns.map((column) => headingOf(column, language))
  let written = 0
  return withRows(connection, report, async (found) => {
    async function* rows(): AsyncGenerator<SheetRow> {
      yield heading
      for await (const row of found) {
        if (++written > rowsMax[format]) throw refuse(TOO_MANY_ROWS, { max: rowsMax[format] })
        if (written % 1000 === 0) {
          signal?.throwIfAborted()
          order.onRows?.(written)
        }
        yield report.cellsOf(row).map((cell, at) => cellValue(cell, column(at), timeZone))
      }
    }
    const column = (at: number) => report.columns[at] as (typeof report.columns)[number]
    if (format === 'pdf') {
      const hasChart = report.isGrouped && query.chart !== undefined && query.chart !== 'table'
      const { name } = order
      const drawn = drawReport({ name, rows: rows(), columns: report.columns, hasChart, language, now, timeZone })
      await writeFile(path, await drawn)
      return written
    }
    const bytes = format === 'csv' ? csvBytes(rows()) : workbookBytes([{ sheetName: order.name, rows: rows() }])
    await pipeline(Readable.from(bytes), createWriteStream(path), { ...(signal && { signal }) })
    return written
  })
}
