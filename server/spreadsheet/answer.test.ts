import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { type SheetFormat, sheetAnswer, sheetsOf, workbookAnswer } from './answer.ts'
import type { SheetRow } from './sheet-row.ts'
import { workbookBytes, xlsxBytes } from './xlsx.ts'

async function* rowsOf(rows: readonly SheetRow[]): AsyncGenerator<SheetRow> {
  yield* rows
}

async function bytesOf(format: SheetFormat, rows: readonly SheetRow[]): Promise<Buffer> {
  return buffer(sheetAnswer('表', rowsOf(rows), { format }).body as NodeJS.ReadableStream)
}

const widthsOf = (sheet: string) => [...sheet.matchAll(/ width="(\d+)"/g)].map((match) => Number(match[1]))

async function sheetsIn(count: number): Promise<unknown[][][]> {
  const rows = rowsOf(Array.from({ length: count }, (_, at) => [at + 1]))
  const sheets = sheetsOf({ sheetName: '答卷', heading: ['序号'], rows, count }, 4)
  const file = await buffer(workbookAnswer('表', sheets, { plainName: 'table' }).body as NodeJS.ReadableStream)
  return Promise.all(sheets.map((_, at) => readSheet(file, at + 1)))
}

describe('a table as a file', () => {
  it('is divided into sheets where Excel has too few rows, and loses none', async () => {
    expect(await sheetsIn(0)).toEqual([[['序号']]])
    expect(await sheetsIn(3)).toEqual([[['序号'], [1], [2], [3]]])
    expect(await sheetsIn(4)).toEqual([
      [['序号'], [1], [2], [3]],
      [['序号'], [4]],
    ])
    expect((await sheetsIn(9)).flat()).toHaveLength(12)
  })

  it('is no file that Excel would refuse', async () => {
    const written = async (count: number) => {
      const rows = rowsOf(Array.from({ length: count }, () => []))
      for await (const _ of workbookBytes([{ rows }], 3));
    }
    await written(3)
    await expect(written(4)).rejects.toThrow(/rows in a sheet/)
  })

  it('reads the same in another program', async () => {
    const long = Array.from({ length: 3000 }, (_, index) => [index, `第 ${index} 行 <&">`])
    const rows: SheetRow[] = [['序号', '内容'], ...long]
    expect(await readSheet(await bytesOf('xlsx', rows))).toEqual(rows)
  })

  it('has no formulas, for any typed text', async () => {
    const typed = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "=cmd|' /C calc'!A0", '普通']
    const csv = (await bytesOf('csv', [typed])).toString()
    expect(csv).toBe(`\ufeff"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","'=cmd|' /C calc'!A0",普通\r\n`)
    const wide = ['＝1+1', '＋1', '－1', '＠SUM(A1)', '\n=1', '1＋1']
    expect((await bytesOf('csv', [wide])).toString()).toBe(`\ufeff"'＝1+1","'＋1","'－1","'＠SUM(A1)","'\n=1",1＋1\r\n`)
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
  it('has a named sheet, a bold heading that stays in sight, and columns as wide as asked for', async () => {
    const bytes = await buffer(
      xlsxBytes(
        [
          ['姓名', 'A heading of many words'],
          ['李', ''],
        ],
        { sheetName: '成员 & 组织' },
      ),
    )
    const parts = unzipSync(bytes)
    const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
    expect(part('xl/workbook.xml')).toContain('<sheet name="成员 &amp; 组织"')
    const sheet = part('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">')
    expect(sheet).toContain('<c r="A2" t="inlineStr">')
    expect(widthsOf(sheet)).toEqual([18, 29])
    const narrow = unzipSync(await buffer(xlsxBytes([['a', 'b']], { columnWidths: [7, 40] })))
    expect(widthsOf(strFromU8(narrow['xl/worksheets/sheet1.xml'] ?? new Uint8Array()))).toEqual([7, 40])
  })

  it('does not block the server while it is written', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => [index, '一行文字'.repeat(10)])
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    await buffer(xlsxBytes(rows))
    clearInterval(counting)
    expect(turns).toBeGreaterThan(5)
  })

  it('of no rows can be opened', async () => {
    expect(await readSheet(await bytesOf('xlsx', []))).toEqual([])
  })

  it('is named in every letter, and in ASCII for programs that read no others', () => {
    const answer = sheetAnswer('成员', [], { plainName: 'members', format: 'csv' })
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="members.csv"; filename*=UTF-8''${encodeURIComponent('成员.csv')}`,
    )
  })
})
