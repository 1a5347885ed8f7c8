import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import type { SheetRow } from './sheet-row.ts'
import { type SheetFormat, sheetAnswer } from './sheets.ts'

async function* rowsOf(rows: readonly SheetRow[]): AsyncGenerator<SheetRow> {
  yield* rows
}

async function bytesOf(format: SheetFormat, rows: readonly SheetRow[]): Promise<Buffer> {
  return buffer(sheetAnswer('表', format, rowsOf(rows)).body as NodeJS.ReadableStream)
}

describe('a table as a file', () => {
  it('is read by a foreign reader of spreadsheets as it was written', async () => {
    const long = Array.from({ length: 3000 }, (_, index) => [index, `第 ${index} 行 <&">`])
    const rows: SheetRow[] = [['序号', '内容'], ...long]
    expect(await readSheet(await bytesOf('xlsx', rows))).toEqual(rows)
  })

  it('has no formulas, whatever somebody typed', async () => {
    const typed = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "=cmd|' /C calc'!A0", '普通']
    const csv = (await bytesOf('csv', [typed])).toString()
    expect(csv).toBe(`\ufeff"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","'=cmd|' /C calc'!A0",普通\r\n`)
    expect(await readSheet(await bytesOf('xlsx', [typed]))).toEqual([
      ['=1+1', '+1', '-1', '@SUM(A1)', '=1', "=cmd|' /C calc'!A0", '普通'],
    ])
  })

  it('quotes what separates, and drops what no spreadsheet can hold', async () => {
    expect((await bytesOf('csv', [['a,b', 'c"d', 'e\nf', 7]])).toString()).toBe('\ufeff"a,b","c""d","e\nf",7\r\n')
    const odd = [['a\u0000b\u0007c', 'x\ud800y', '长'.repeat(40_000)]]
    const [row] = await readSheet(await bytesOf('xlsx', odd))
    expect(row?.[0]).toBe('abc')
    expect(row?.[1]).toBe('x\ufffdy')
    expect(String(row?.[2])).toHaveLength(32_767)
  })
})
