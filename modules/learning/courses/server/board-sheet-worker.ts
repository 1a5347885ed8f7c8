/** Writes a spreadsheet in a thread of its own: twenty thousand rows take a second that the server's thread has not. */
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

/** The first row is the heading. Text stays text: nothing that a member typed is ever a formula. */
export interface Sheet {
  readonly rows: readonly (readonly (string | number)[])[]
  readonly columnWidths: readonly number[]
}

const { rows, columnWidths } = workerData as Sheet
const cells = rows.map((row, index) =>
  row.map((value) =>
    typeof value === 'number'
      ? { type: Number, value }
      : { type: String, value, ...(index === 0 && { fontWeight: 'bold' as const }) },
  ),
)
const columns = columnWidths.map((width) => ({ width }))
parentPort?.postMessage(await writeExcelFile(cells, { columns, stickyRowsCount: 1 }).toBuffer())
