/** Rows of text as xlsx. Every cell is text: nothing that a member typed is ever a formula. */
import writeXlsxFile from 'write-excel-file/node'

/** The first row is the heading: bold, and in sight while the others are scrolled. */
export function cellsToBytes(rows: readonly (readonly string[])[], sheet: string): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((value) => ({ value, type: String, ...(index === 0 && { fontWeight: 'bold' as const }) })),
  )
  const columns = (rows[0] ?? []).map((heading) => ({ width: Math.max(14, heading.length + 6) }))
  return writeXlsxFile(cells, { sheet, columns, stickyRowsCount: 1 }).toBuffer()
}
