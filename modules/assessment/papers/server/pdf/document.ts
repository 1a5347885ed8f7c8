/** Sets paragraphs on pages of A4. */
import PDFDocument from 'pdfkit'
import { bytesOf } from '#server/pdf/bytes.ts'
import { Typesetter, type Weight } from '#server/pdf/fonts.ts'
import { type Box, FormulaSetter, registerFormulaFonts } from '#server/pdf/formula.ts'
import { formulaText, formulaTree, type MathNode } from '#server/pdf/formula-tree.ts'
import { breakLines } from '#server/pdf/lines.ts'
import { withoutMarks } from './marks.ts'
import type { Paragraph } from './paragraphs.ts'
import type { PrintedPicture } from './pictures.ts'

export interface PrintOrder {
  readonly title: string
  readonly language: string
  readonly paragraphs: readonly Paragraph[]
  /** By the ids of their files. */
  readonly pictures: ReadonlyMap<string, PrintedPicture>
  /** In place of a picture that is not there. */
  readonly lost: string
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
  scores: { size: 9, weight: 400, color: ink, before: 14 },
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
const rowHeight = 22
const pictureGap = 8
const pictureHeightMax = 260
/** A picture of 96 pixels is an inch wide. */
const pointsOfPixel = 0.75
/** So much of what follows is kept on the page at most. */
const keptHeightMax = 120

interface Line {
  readonly text: string
  readonly above: number
  readonly below: number
}

/** A paragraph that knows its lines. */
interface Laid {
  readonly paragraph: Paragraph
  readonly lines: readonly Line[]
  readonly pictures: readonly PrintedPicture[]
  readonly height: number
}

/** Formulas stand in a text as single characters of a plane without letters. */
const formulaPlane = 0xf0000
const isFormula = (character: string) => (character.codePointAt(0) ?? 0) >= formulaPlane

/** Sets one text after the other, and begins another page where one is full. */
class Setter {
  readonly #doc: InstanceType<typeof PDFDocument>
  readonly #letters: Typesetter
  readonly #formulas: FormulaSetter
  readonly #boxes = new Map<string, Box>()
  #y: number = page.margin

  constructor(doc: InstanceType<typeof PDFDocument>, letters: Typesetter) {
    this.#doc = doc
    this.#letters = letters
    this.#formulas = new FormulaSetter(doc, letters)
  }

  /** Texts and formulas of a line, one after the other. */
  #pieces(text: string): string[] {
    return text.match(/[\u{f0000}-\u{ffffd}]|[^\u{f0000}-\u{ffffd}]+/gu) ?? []
  }

  #width(text: string, { size, weight }: Pick<Style, 'size' | 'weight'>): number {
    let width = 0
    for (const piece of this.#pieces(text)) {
      if (isFormula(piece)) width += this.#boxes.get(piece)?.width ?? 0
      else
        for (const { font, text: run } of this.#letters.runs(piece, weight))
          width += this.#doc.font(font).fontSize(size).widthOfString(run)
    }
    return width
  }

  /** `y` is where the letters stand. */
  #print(text: string, x: number, y: number, style: Pick<Style, 'size' | 'weight' | 'color'>): void {
    let left = x
    const options = { lineBreak: false, baseline: 'alphabetic' } as const
    for (const piece of this.#pieces(text)) {
      const box = this.#boxes.get(piece)
      if (box) {
        box.draw(left, y)
        left += box.width
        continue
      }
      for (const { font, text: run } of this.#letters.runs(piece, style.weight)) {
        this.#doc.font(font).fontSize(style.size).fillColor(style.color).text(run, left, y, options)
        left += this.#doc.widthOfString(run)
      }
    }
  }

  #room(height: number): void {
    if (this.#y + height <= page.height - page.margin) return
    this.#doc.addPage()
    this.#y = page.margin
  }

  /** How high a line is: formulas may reach further than letters. */
  #line(text: string, { size }: Style): Line {
    const boxes = this.#pieces(text).flatMap((piece) => this.#boxes.get(piece) ?? [])
    const above = Math.max(size * leading * 0.74, ...boxes.map((box) => box.above + size * 0.2))
    return { text, above, below: Math.max(size * leading * 0.26, ...boxes.map((box) => box.below + size * 0.2)) }
  }

  lay(paragraph: Paragraph, { trees, pictures, lost }: Objects): Laid {
    const { style: name, indent = 0, lines: count = 0, table = [] } = paragraph
    const style = styles[name]
    const own = withoutMarks(paragraph.text, (latex) => {
      const tree = trees.get(latex)
      if (!tree) return `$${latex}$`
      const character = String.fromCodePoint(formulaPlane + this.#boxes.size)
      this.#boxes.set(character, this.#formulas.box(tree, style.size))
      return character
    })
    const shown = own.fileIds.flatMap((id) => pictures.get(id) ?? [])
    const text = own.text + lost.repeat(own.fileIds.length - shown.length)
    const width = page.width - page.margin * 2 - indent * step
    const broken = text === '' ? [] : breakLines(text, width, (piece) => this.#width(piece, style))
    const lines = broken.map((line) => this.#line(line, style))
    const ofPictures = shown.map((picture) => pictureSize(picture, width).height + pictureGap)
    const heights = [...lines.map(({ above, below }) => above + below), ...ofPictures]
    const height = heights.reduce(
      (sum, one) => sum + one,
      style.before + count * writingLine + table.length * rowHeight,
    )
    return { paragraph, lines, pictures: shown, height }
  }

  /** A question stays on one page, unless it is longer than a page. */
  addAll(all: readonly Laid[]): void {
    for (const [at, laid] of all.entries()) {
      if (laid.paragraph.begins) {
        const next = all.findIndex(
          (other, index) => index > at && (other.paragraph.begins || other.paragraph.style === 'section'),
        )
        const height = all.slice(at, next === -1 ? undefined : next).reduce((sum, one) => sum + one.height, 0)
        if (height <= page.height - 2 * page.margin) this.#room(height)
      }
      this.#add(laid, all[at + 1])
    }
  }

  #add({ paragraph, lines, pictures }: Laid, next: Laid | undefined): void {
    const { style: name, indent = 0, lines: count = 0, keepsNext, table } = paragraph
    const style = styles[name]
    const left = page.margin + indent * step
    if (this.#y > page.margin) this.#y += style.before
    const first = lines.slice(0, 2).reduce((sum, { above, below }) => sum + above + below, 0)
    // A heading is not left alone at the foot of a page, nor the first line of a stem.
    this.#room(first + (keepsNext ? Math.min(next?.height ?? 0, keptHeightMax) : 0))
    for (const line of lines) {
      this.#room(line.above + line.below)
      const x = style.centered ? (page.width - this.#width(line.text, style)) / 2 : left
      this.#print(line.text, x, this.#y + line.above, style)
      this.#y += line.above + line.below
    }
    for (const picture of pictures) this.#addPicture(picture, left)
    if (table) this.#addTable(table, style)
    for (let written = 0; written < count; written++) {
      this.#room(writingLine)
      this.#y += writingLine
      this.#stroke(page.margin, this.#y, page.width - page.margin, this.#y)
    }
  }

  #addPicture(picture: PrintedPicture, left: number): void {
    const { width, height } = pictureSize(picture, page.width - page.margin - left)
    this.#room(height + pictureGap)
    this.#doc.image(Buffer.from(picture.bytes), left, this.#y + pictureGap / 2, { width, height })
    this.#y += height + pictureGap
  }

  #stroke(x: number, y: number, toX: number, toY: number): void {
    this.#doc.lineWidth(0.5).strokeColor('#b7b1a8').moveTo(x, y).lineTo(toX, toY).stroke()
  }

  /** All columns are equally wide; what does not fit into its cell is cut. */
  #addTable(rows: readonly (readonly string[])[], style: Style): void {
    const width = (page.width - 2 * page.margin) / Math.max(1, rows[0]?.length ?? 1)
    this.#room(rows.length * rowHeight)
    const top = this.#y
    for (const row of rows) {
      for (const [at, text] of row.entries()) {
        const cut = this.#cut(text, width - 8, style)
        const x = page.margin + at * width + (width - this.#width(cut, style)) / 2
        this.#print(cut, x, this.#y + rowHeight * 0.66, style)
      }
      this.#stroke(page.margin, this.#y, page.width - page.margin, this.#y)
      this.#y += rowHeight
    }
    this.#stroke(page.margin, this.#y, page.width - page.margin, this.#y)
    for (let at = 0; at <= (rows[0]?.length ?? 0); at++)
      this.#stroke(page.margin + at * width, top, page.margin + at * width, this.#y)
  }

  #cut(text: string, width: number, style: Style): string {
    if (this.#width(text, style) <= width) return text
    const letters = [...text]
    while (letters.length > 1 && this.#width(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('')}…`
  }

  foot(text: string): void {
    const style = { size: footSize, weight: 400, color: '#77716a' } as const
    this.#print(text, (page.width - this.#width(text, style)) / 2, page.height - page.margin / 2, style)
  }
}

function pictureSize({ width, height }: PrintedPicture, room: number): { width: number; height: number } {
  const scale = Math.min(pointsOfPixel, room / width, pictureHeightMax / height)
  return { width: width * scale, height: height * scale }
}

/** The formulas and pictures of all texts. */
interface Objects {
  readonly trees: ReadonlyMap<string, MathNode>
  readonly pictures: ReadonlyMap<string, PrintedPicture>
  readonly lost: string
}

/** Parses each formula once, and notes what letters the fonts need. */
function prepared(paragraphs: readonly Paragraph[], letters: Typesetter): Map<string, MathNode> {
  const trees = new Map<string, MathNode>()
  for (const { text, style, table = [] } of paragraphs) {
    const plain = withoutMarks(text, (latex) => {
      const tree = trees.get(latex) ?? formulaTree(latex)
      if (!tree) return `$${latex}$`
      trees.set(latex, tree)
      letters.runs(`${formulaText(tree)}·~`, 400)
      return ''
    })
    letters.runs(plain.text + table.flat().join('') + (table.length > 0 ? '…' : ''), styles[style].weight)
  }
  return trees
}

export async function printedPaper(order: PrintOrder): Promise<Buffer> {
  const { title, language, paragraphs, foot, lost } = order
  const letters = await Typesetter.create()
  const trees = prepared(paragraphs, letters)
  for (const { weight } of Object.values(styles)) letters.runs(lost, weight)
  letters.runs(`${foot}0123456789`, 400)
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: language === 'cn' ? 'zh-CN' : 'en', displayTitle: true },
    info: { Title: title },
  })
  const bytes = bytesOf(doc)
  for (const font of await letters.fonts()) doc.registerFont(font.name, font.bytes)
  registerFormulaFonts(doc)
  const setter = new Setter(doc, letters)
  setter.addAll(paragraphs.map((paragraph) => setter.lay(paragraph, { ...order, trees })))
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    setter.foot(foot.replace('{page}', String(at + 1)).replace('{count}', String(count)))
  }
  doc.end()
  return bytes
}
