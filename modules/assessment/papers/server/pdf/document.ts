/** Sets paragraphs on pages of A4. */
import PDFDocument from 'pdfkit'
import { bytesOf } from '#server/pdf/bytes.ts'
import { Typesetter, type Weight } from '#server/pdf/fonts.ts'
import { breakLines } from '#server/pdf/lines.ts'
import type { Paragraph } from './paragraphs.ts'

export interface PrintOrder {
  readonly title: string
  readonly language: string
  readonly paragraphs: readonly Paragraph[]
  /** At the foot of each page: `{page}` and `{count}` are filled. */
  readonly foot: string
}

interface Style {
  readonly size: number
  readonly weight: Weight
  readonly color: string
  readonly before: number
  readonly centered?: true
}

const ink = '#1f1d1a'
const styles: Readonly<Record<Paragraph['style'], Style>> = {
  title: { size: 20, weight: 700, color: ink, before: 0, centered: true },
  facts: { size: 10, weight: 400, color: '#55504a', before: 8, centered: true },
  section: { size: 13, weight: 700, color: ink, before: 20 },
  note: { size: 10, weight: 400, color: '#55504a', before: 4 },
  stem: { size: 11, weight: 400, color: ink, before: 11 },
  option: { size: 11, weight: 400, color: ink, before: 3 },
  key: { size: 10, weight: 600, color: '#8a2f23', before: 4 },
}
const leading = 1.55
const page = { width: 595.28, height: 841.89, margin: 56 } as const
const step = 18
const writingLine = 24
const footSize = 9

/** Sets one text after the other, and begins another page where one is full. */
class Setter {
  readonly #doc: InstanceType<typeof PDFDocument>
  readonly #letters: Typesetter
  #y: number = page.margin

  constructor(doc: InstanceType<typeof PDFDocument>, letters: Typesetter) {
    this.#doc = doc
    this.#letters = letters
  }

  #width(text: string, { size, weight }: Pick<Style, 'size' | 'weight'>): number {
    return this.#letters
      .runs(text, weight)
      .reduce((sum, { font, text: run }) => sum + this.#doc.font(font).fontSize(size).widthOfString(run), 0)
  }

  #print(text: string, x: number, y: number, style: Pick<Style, 'size' | 'weight' | 'color'>): void {
    let left = x
    for (const { font, text: run } of this.#letters.runs(text, style.weight)) {
      this.#doc.font(font).fontSize(style.size).fillColor(style.color).text(run, left, y, { lineBreak: false })
      left += this.#doc.widthOfString(run)
    }
  }

  #room(height: number): void {
    if (this.#y + height <= page.height - page.margin) return
    this.#doc.addPage()
    this.#y = page.margin
  }

  add({ text, style: name, indent = 0, lines = 0, keepsNext }: Paragraph): void {
    const style = styles[name]
    const left = page.margin + indent * step
    const width = page.width - page.margin - left
    const height = style.size * leading
    const broken = text === '' ? [] : breakLines(text, width, (piece) => this.#width(piece, style))
    if (this.#y > page.margin) this.#y += style.before
    // A heading is not left alone at the foot of a page, nor the first line of a stem.
    this.#room(height * (Math.min(broken.length, 2) + (keepsNext ? 2 : 0)))
    for (const line of broken) {
      this.#room(height)
      const x = style.centered ? (page.width - this.#width(line, style)) / 2 : left
      this.#print(line, x, this.#y, style)
      this.#y += height
    }
    for (let count = 0; count < lines; count++) {
      this.#room(writingLine)
      this.#y += writingLine
      this.#doc.lineWidth(0.5).strokeColor('#b7b1a8')
      this.#doc
        .moveTo(page.margin, this.#y)
        .lineTo(page.width - page.margin, this.#y)
        .stroke()
    }
  }

  foot(text: string): void {
    const style = { size: footSize, weight: 400, color: '#77716a' } as const
    this.#print(text, (page.width - this.#width(text, style)) / 2, page.height - page.margin / 2 - footSize, style)
  }
}

export async function printedPaper({ title, language, paragraphs, foot }: PrintOrder): Promise<Buffer> {
  const letters = await Typesetter.create()
  for (const { text, style } of paragraphs) letters.runs(text, styles[style].weight)
  letters.runs(`${foot}0123456789`, 400)
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: language === 'cn' ? 'zh-CN' : 'en', displayTitle: true },
    info: { Title: title },
  })
  const bytes = bytesOf(doc)
  for (const font of await letters.fonts()) doc.registerFont(font.name, font.bytes)
  const setter = new Setter(doc, letters)
  for (const paragraph of paragraphs) setter.add(paragraph)
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    setter.foot(foot.replace('{page}', String(at + 1)).replace('{count}', String(count)))
  }
  doc.end()
  return bytes
}
