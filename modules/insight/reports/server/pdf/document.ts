/** A report on sheets of A4, lying: a heading, bars, and a table whose heading is on each page. */
import PDFDocument from 'pdfkit'
import { bytesOf } from '#server/pdf/bytes.ts'
import { Typesetter, type Weight } from '#server/pdf/fonts.ts'
import type { ChartPoint } from '../chart-points.ts'

export interface PrintedReport {
  readonly title: string
  readonly subtitle: string
  /** `Page {at} of {of}` */
  readonly pageText: string
  readonly heading: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Which columns stand at the right. */
  readonly isNumber: readonly boolean[]
  readonly bars: readonly ChartPoint[]
}

const page = { width: 841.89, height: 595.28, margin: 36 } as const
const room = page.width - 2 * page.margin
const rowHeight = 18
const colors = { ink: '#1b2330', faint: '#5b6577', line: '#d9dee7', head: '#f1f4f9', bar: '#1f5fbf' } as const
const fontSize = 9
const widthMin = 40

class Sheets {
  readonly #doc: InstanceType<typeof PDFDocument>
  readonly #letters: Typesetter
  #y = page.margin

  constructor(doc: InstanceType<typeof PDFDocument>, letters: Typesetter) {
    this.#doc = doc
    this.#letters = letters
  }

  width(text: string, size: number, weight: Weight): number {
    return this.#letters
      .runs(text, weight)
      .reduce((sum, { font, text: run }) => sum + this.#doc.font(font).fontSize(size).widthOfString(run), 0)
  }

  /** Cut where the room ends. */
  #fitted(text: string, width: number, size: number, weight: Weight): string {
    if (this.width(text, size, weight) <= width) return text
    const letters = [...text].slice(0, 200)
    while (letters.length > 0 && this.width(`${letters.join('')}…`, size, weight) > width) letters.pop()
    return `${letters.join('')}…`
  }

  text(text: string, box: { x: number; y: number; width: number }, look: Look = {}): void {
    const { size = fontSize, weight = 400, color = colors.ink, atRight = false } = look
    const shown = this.#fitted(text, box.width, size, weight)
    let x = atRight ? box.x + box.width - this.width(shown, size, weight) : box.x
    for (const { font, text: run } of this.#letters.runs(shown, weight)) {
      this.#doc.font(font).fontSize(size).fillColor(color).text(run, x, box.y, { lineBreak: false })
      x += this.#doc.widthOfString(run)
    }
  }

  title({ title, subtitle }: PrintedReport): void {
    this.text(title, { x: page.margin, y: this.#y, width: room }, { size: 16, weight: 700 })
    this.text(subtitle, { x: page.margin, y: this.#y + 24, width: room }, { color: colors.faint })
    this.#y += 46
  }

  bars(points: readonly ChartPoint[]): void {
    const most = Math.max(1, ...points.map(({ value }) => value))
    const label = 150
    for (const { label: name, value } of points) {
      const width = (Math.max(0, value) / most) * (room - label - 80)
      this.text(name, { x: page.margin, y: this.#y, width: label - 8 })
      this.#doc.rect(page.margin + label, this.#y, Math.max(0.5, width), 10).fill(colors.bar)
      this.text(String(value), { x: page.margin + label + width + 6, y: this.#y, width: 70 }, { color: colors.faint })
      this.#y += 16
    }
    this.#y += points.length > 0 ? 10 : 0
  }

  #row(cells: readonly string[], widths: readonly number[], isNumber: readonly boolean[], isHead: boolean): void {
    if (isHead) this.#doc.rect(page.margin, this.#y, room, rowHeight).fill(colors.head)
    let x = page.margin
    for (const [at, cell] of cells.entries()) {
      const width = widths[at] ?? 0
      const look = { atRight: isNumber[at] === true, ...(isHead && { weight: 600 as const }) }
      this.text(cell, { x: x + 4, y: this.#y + 3, width: width - 8 }, look)
      x += width
    }
    this.#y += rowHeight
    this.#doc.lineWidth(0.4).strokeColor(colors.line)
    this.#doc
      .moveTo(page.margin, this.#y)
      .lineTo(page.margin + room, this.#y)
      .stroke()
  }

  table({ heading, rows, isNumber }: PrintedReport): void {
    const widths = this.#widths(heading, rows)
    this.#row(heading, widths, isNumber, true)
    for (const row of rows) {
      if (this.#y + rowHeight > page.height - page.margin - 16) {
        this.#doc.addPage()
        this.#y = page.margin
        this.#row(heading, widths, isNumber, true)
      }
      this.#row(row, widths, isNumber, false)
    }
  }

  /** As wide as the longest of the first rows asks for, together as wide as the page. */
  #widths(heading: readonly string[], rows: readonly (readonly string[])[]): number[] {
    const wanted = heading.map((head, at) => {
      const cells = [head, ...rows.slice(0, 50).map((row) => row[at] ?? '')]
      return Math.max(widthMin, ...cells.map((cell) => Math.min(200, 6 * [...cell].length + 12)))
    })
    const total = wanted.reduce((sum, width) => sum + width, 0)
    return wanted.map((width) => (width * room) / total)
  }

  numbers(text: string): void {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let at = start; at < start + count; at++) {
      this.#doc.switchToPage(at)
      const shown = text.replace('{at}', String(at + 1)).replace('{of}', String(count))
      this.text(
        shown,
        { x: page.margin, y: page.height - page.margin - 8, width: room },
        { size: 8, color: colors.faint },
      )
    }
  }
}

interface Look {
  readonly size?: number
  readonly weight?: Weight
  readonly color?: string
  readonly atRight?: boolean
}

/** All that will be printed, so that the fonts are known before the first page. */
function prepare(letters: Typesetter, { title, subtitle, pageText, heading, rows, bars }: PrintedReport): void {
  letters.runs(title, 700)
  letters.runs(`${subtitle}${pageText}0123456789.-…`, 400)
  letters.runs(`${heading.join('')}…`, 600)
  for (const row of rows) letters.runs(row.join(''), 400)
  for (const { label } of bars) letters.runs(label, 400)
  letters.runs('…', 700)
}

export async function printedReport(report: PrintedReport): Promise<Buffer> {
  const letters = await Typesetter.create()
  prepare(letters, report)
  const doc = new PDFDocument({
    ...{ size: [page.width, page.height], margin: 0, autoFirstPage: false, bufferPages: true },
    info: { Title: report.title },
  })
  const bytes = bytesOf(doc)
  for (const { name, bytes: font } of await letters.fonts()) doc.registerFont(name, font)
  doc.addPage()
  const sheets = new Sheets(doc, letters)
  sheets.title(report)
  sheets.bars(report.bars)
  sheets.table(report)
  sheets.numbers(report.pageText)
  doc.end()
  return bytes
}
