/** Where the words of a certificate stand. Every text that may be long is made smaller until it fits its place. */
import { encode } from 'uqr'
import type { Run, Typesetter, Weight } from '#server/pdf/fonts.ts'
import { breakLines } from '#server/pdf/lines.ts'
import type { CertificateDocument } from './content.ts'
import { centre, type Doc, type Look, looks, page } from './look.ts'

interface Style {
  readonly size: number
  readonly weight: Weight
  readonly color: string
  /** Between characters, in points. */
  readonly spacing?: number
}

const sealSize = 62
const qrSize = 84
const margin = 92
const issuerWidth = 250

const verifyCn = '扫码查验真伪'
const verifyEn = 'Scan to verify'

/** The seal: the first four characters of who issues it, read in columns from the right, as seals are. */
function sealTexts(issuer: string): string[] {
  const characters = [...issuer.replace(/[^\p{Script=Han}]/gu, '')].slice(0, 4)
  return characters.length === 4 ? characters : []
}

export class Layout {
  private readonly doc: Doc
  private readonly letters: Typesetter
  private readonly paper: CertificateDocument
  private readonly look: Look

  constructor(doc: Doc, letters: Typesetter, document: CertificateDocument) {
    this.doc = doc
    this.letters = letters
    this.paper = document
    this.look = looks[document.content.design]
  }

  /** Every text with its weight: the fonts must be known before anything is measured. */
  static texts({ content, holderName, number }: CertificateDocument): (readonly [string, Weight])[] {
    return [
      [content.titleCn, 700],
      [content.titleEn.toUpperCase(), 600],
      [holderName, 600],
      [content.bodyCn + content.validCn + content.issuedCn + content.signatory + verifyCn, 400],
      [content.bodyEn + content.validEn + content.issuedEn + content.issuerEn + verifyEn, 400],
      [content.issuerCn + content.issuerEn, 600],
      [sealTexts(content.issuerCn).join(''), 700],
      [`No. ${number} · `, 400],
    ]
  }

  draw(): void {
    const { content, holderName } = this.paper
    const { accent, title, ink, faint } = this.look
    this.look.frame(this.doc)
    this.fitted(content.titleCn, 76, 620, { size: 42, weight: 700, color: title, spacing: 10 }, 20)
    if (content.titleEn !== '')
      this.fitted(content.titleEn.toUpperCase(), 134, 560, { size: 12, weight: 600, color: accent, spacing: 3 }, 7)
    this.ornament(163)
    this.fitted(holderName, 180, 560, { size: 31, weight: 600, color: ink, spacing: 3 }, 12)
    this.doc.lineWidth(0.7).strokeColor(accent)
    this.doc
      .moveTo(centre - 150, 230)
      .lineTo(centre + 150, 230)
      .stroke()
    const afterCn = this.block(
      content.bodyCn,
      246,
      { size: 17, weight: 400, color: ink },
      { lines: 4, width: 600, least: 9 },
    )
    if (content.bodyEn !== '')
      this.block(
        content.bodyEn,
        afterCn + 8,
        { size: 11.5, weight: 400, color: faint },
        { lines: 4, width: 580, least: 7 },
      )
    this.issuer(466)
    this.mark(page.width - margin - qrSize, 434)
    this.foot(552)
  }

  private runsWidth(runs: readonly Run[], { size, spacing = 0 }: Style): number {
    return runs.reduce((sum, { font, text }) => {
      this.doc.font(font).fontSize(size)
      return sum + this.doc.widthOfString(text) + spacing * [...text].length
    }, 0)
  }

  private widthOf(text: string, style: Style): number {
    return this.runsWidth(this.letters.runs(text, style.weight), style) - (style.spacing ?? 0)
  }

  /** The width of a piece of text, asked of the font once. */
  private measure(style: Style): (piece: string) => number {
    const known = new Map<string, number>()
    return (piece) => {
      const width = known.get(piece) ?? this.runsWidth(this.letters.runs(piece, style.weight), style)
      known.set(piece, width)
      return width
    }
  }

  /** Draws one line from `x`; answers its end. */
  private line(text: string, x: number, y: number, style: Style): number {
    let at = x
    for (const run of this.letters.runs(text, style.weight)) {
      this.doc.font(run.font).fontSize(style.size).fillColor(style.color)
      this.doc.text(run.text, at, y, { lineBreak: false, characterSpacing: style.spacing ?? 0 })
      at += this.runsWidth([run], style)
    }
    return at
  }

  private centred(text: string, y: number, style: Style, middle: number = centre): void {
    this.line(text, middle - this.widthOf(text, style) / 2, y, style)
  }

  /** One line, as large as its place allows; its middle stays where it is. */
  private fitted(text: string, y: number, width: number, style: Style, least: number): void {
    let fitting = style
    while (fitting.size > least && this.widthOf(text, fitting) > width) {
      const size = fitting.size - 0.5
      fitting = { ...style, size, spacing: ((style.spacing ?? 0) * size) / style.size }
    }
    this.centred(text, y + (style.size - fitting.size) * 0.72, fitting)
  }

  /** Several centred lines; answers where they end. */
  private block(
    text: string,
    y: number,
    style: Style,
    { lines: linesMax, width, least }: { lines: number; width: number; least: number },
  ): number {
    let fitting = style
    const lines = () => breakLines(text, width, this.measure(fitting))
    while (fitting.size > least && lines().length > linesMax) fitting = { ...fitting, size: fitting.size - 0.5 }
    const height = fitting.size * 1.72
    const found = this.balanced(text, width, fitting)
    for (const [index, line] of found.entries()) this.centred(line, y + index * height, fitting)
    return y + found.length * height
  }

  /** As few lines as the width asks for, of much the same length: no single word is left over. */
  private balanced(text: string, width: number, style: Style): string[] {
    const measure = this.measure(style)
    const lines = (widthMax: number) => breakLines(text, widthMax, measure)
    let best = lines(width)
    for (let narrower = width - 8; narrower > width / 2; narrower -= 8) {
      const found = lines(narrower)
      if (found.length > best.length) break
      best = found
    }
    return best
  }

  private ornament(y: number): void {
    const { accent } = this.look
    this.doc.lineWidth(0.7).strokeColor(accent)
    this.doc
      .moveTo(centre - 74, y)
      .lineTo(centre - 10, y)
      .moveTo(centre + 10, y)
      .lineTo(centre + 74, y)
      .stroke()
    this.doc.save().translate(centre, y).rotate(45).rect(-3.2, -3.2, 6.4, 6.4).fillColor(accent).fill().restore()
  }

  private issuer(y: number): void {
    const { content } = this.paper
    const { ink, faint } = this.look
    const issued = [content.issuedCn, content.issuedEn].filter((part) => part !== '').join('  ')
    const lines: readonly (readonly [string, Style])[] = [
      [content.issuerCn, { size: 13, weight: 600, color: ink }],
      [content.issuerEn, { size: 9, weight: 400, color: faint }],
      [issued, { size: 10, weight: 400, color: faint }],
    ]
    let next = y
    let widest = 0
    for (const [text, style] of lines) {
      if (text === '') continue
      let fitting = style
      while (fitting.size > 6 && this.widthOf(text, fitting) > issuerWidth)
        fitting = { ...fitting, size: fitting.size - 0.5 }
      widest = Math.max(widest, this.line(text, margin, next, fitting) - margin)
      next += style.size * 1.55
    }
    if (content.signatory !== '') {
      this.line(content.signatory, margin, y - 24, { size: 13, weight: 400, color: ink })
      this.doc.lineWidth(0.5).strokeColor(faint)
      this.doc
        .moveTo(margin, y - 4)
        .lineTo(margin + 130, y - 4)
        .stroke()
    }
    const seal = sealTexts(content.issuerCn)
    if (seal.length > 0) this.seal(seal, margin + Math.max(150, widest + 14), y - 26)
  }

  private seal(characters: readonly string[], x: number, y: number): void {
    const red = '#c0281f'
    const half = sealSize / 2
    this.doc.save().opacity(0.88)
    this.doc.lineWidth(2.6).strokeColor(red).roundedRect(x, y, sealSize, sealSize, 5).stroke()
    const style: Style = { size: 23, weight: 700, color: red }
    for (const [index, character] of characters.entries()) {
      const column = index < 2 ? 1 : 0
      const middle = x + half + (column === 1 ? 13.5 : -13.5)
      this.centred(character, y + 1.5 + (index % 2) * 27, style, middle)
    }
    this.doc.restore()
  }

  /** The QR code, in one path. */
  private mark(x: number, y: number): void {
    const { ink, faint } = this.look
    const { data, size } = encode(this.paper.verifyUrl, { ecc: 'M', border: 0 })
    const module = qrSize / size
    const squares = data.flatMap((row, top) =>
      row.flatMap((dark, left) =>
        dark
          ? [
              `M${(x + left * module).toFixed(3)} ${(y + top * module).toFixed(3)}h${module.toFixed(3)}v${module.toFixed(3)}h-${module.toFixed(3)}z`,
            ]
          : [],
      ),
    )
    this.doc
      .save()
      .rect(x - 7, y - 7, qrSize + 14, qrSize + 14)
      .fillColor('#ffffff')
      .fill()
      .restore()
    this.doc.path(squares.join('')).fillColor(ink).fill()
    this.centred(`${verifyCn} · ${verifyEn}`, y + qrSize + 6, { size: 7.5, weight: 400, color: faint }, x + qrSize / 2)
    this.doc.link(x, y, qrSize, qrSize, this.paper.verifyUrl)
  }

  private foot(y: number): void {
    const { content, number } = this.paper
    const valid = [content.validCn, content.validEn].filter((part) => part !== '').join('  ')
    const text = [`No. ${number}`, valid].filter((part) => part !== '').join(' · ')
    this.fitted(text, y - 12, 440, { size: 9, weight: 400, color: this.look.faint, spacing: 0.3 }, 6)
  }
}
