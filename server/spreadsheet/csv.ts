/** CSV as Excel reads it: UTF-8 with a mark, and no cell that would run as a formula. */
import type { SheetRows } from './sheet-row.ts'

const byteOrderMark = '\ufeff'

/**
 * What makes a formula of a text: a leading = + - @, also in the wide letters that Excel in Chinese and Japanese reads the same,
 * and what is dropped before them. An apostrophe keeps it text (OWASP, CSV injection).
 */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/

function cellText(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export async function* csvBytes(rows: SheetRows): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark)
  for await (const row of rows) yield Buffer.from(`${row.map(cellText).join(',')}\r\n`)
}
