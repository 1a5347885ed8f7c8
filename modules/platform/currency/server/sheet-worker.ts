/** Writes a spreadsheet in a thread of its own: twenty thousand rows take a second that the server's thread has not. */
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

/** The first row is the heading. All cells are text: an amount keeps its digits, and nothing is ever a formula. */
export interface Sheet {
  readonly rows: readonly (readonly string[])[]
  readonly columnWidths: readonly number[]
}

const { rows, columnWidths } = workerData as Sheet
const cells = rows.map((row, index) =>
  row.map((value) => ({ type: String, value, ...(index === 0 && { fontWeight: 'bold' as const }) })),
)
const columns = columnWidths.map((width) => ({ width }))
parentPort?.postMessage(await writeExcelFile(cells, { columns, stickyRowsCount: 1 }).toBuffer())
