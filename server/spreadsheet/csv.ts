/** CSV as Excel reads it: UTF-8 with a mark, and no cell that would run as a formula. */
import type { SheetRows } from './sheet-row.ts'

const byteOrderMark = '\ufeff'

/** A leading = + - @ or tab makes a formula of a text; an apostrophe before it keeps it text (OWASP, CSV injection). */
function cellText(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export async function* csvBytes(rows: SheetRows): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark)
  for await (const row of rows) yield Buffer.from(`${row.map(cellText).join(',')}\r\n`)
}
