/** Name badges on sheets of A4, ten on each, as badge holders of 90 by 54 mm take them. */
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { bytesOf } from '#server/pdf/bytes.ts'
import { Typesetter, type Weight } from '#server/pdf/fonts.ts'

export interface Badge {
  readonly fullName: string
  readonly organizationName: string
  /** Empty: in none. */
  readonly groupName: string
  /** What the QR code says. */
  readonly code: string
}

export interface BadgeOrder {
  readonly className: string
  readonly badges: readonly Badge[]
}

const millimetre = 72 / 25.4
const size = { width: 90 * millimetre, height: 54 * millimetre } as const
const page = { width: 595.28, height: 841.89 } as const
const columns = 2
const perPage = 10
const left = (page.width - columns * size.width) / 2
const top = (page.height - (perPage / columns) * size.height) / 2
const padding = 12
const qrSize = 76
const ink = '#1f1d1a'
const accent = '#8a2f23'
const faint = '#55504a'

interface Style {
  readonly size: number
  readonly least: number
  readonly weight: Weight
  readonly color: string
}

const styles = {
  className: { size: 9, least: 6, weight: 400, color: faint },
  name: { size: 26, least: 9, weight: 700, color: ink },
  organization: { size: 10, least: 6, weight: 400, color: faint },
  group: { size: 11, least: 7, weight: 600, color: accent },
} as const satisfies Readonly<Record<string, Style>>

class BadgeSheet {
  readonly #doc: InstanceType<typeof PDFDocument>
  readonly #letters: Typesetter

  constructor(doc: InstanceType<typeof PDFDocument>, letters: Typesetter) {
    this.#doc = doc
    this.#letters = letters
  }

  #width(text: string, size: number, weight: Weight): number {
    return this.#letters
      .runs(text, weight)
      .reduce((sum, { font, text: run }) => sum + this.#doc.font(font).fontSize(size).widthOfString(run), 0)
  }

  /** Smaller until it fits, and cut where it would be too small to read. */
  #fitted(text: string, room: number, { size: largest, least, weight }: Style): { text: string; size: number } {
    const size = Math.max(least, Math.min(largest, (largest * room) / Math.max(1, this.#width(text, largest, weight))))
    if (this.#width(text, size, weight) <= room + 0.01) return { text, size }
    const letters = [...text]
    while (letters.length > 1 && this.#width(`${letters.join('')}…`, size, weight) > room) letters.pop()
    return { text: `${letters.join('')}…`, size }
  }

  #line(text: string, x: number, y: number, room: number, style: Style): void {
    const fitted = this.#fitted(text, room, style)
    let at = x
    for (const { font, text: run } of this.#letters.runs(fitted.text, style.weight)) {
      this.#doc.font(font).fontSize(fitted.size).fillColor(style.color)
      this.#doc.text(run, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += this.#doc.widthOfString(run)
    }
  }

  #code(text: string, x: number, y: number): void {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
    const side = qrSize / modules
    this.#doc.fillColor(ink)
    for (const [row, cells] of data.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) this.#doc.rect(x + column * side, y + row * side, side, side)
    this.#doc.fill()
  }

  draw({ fullName, organizationName, groupName, code }: Badge, at: number, className: string): void {
    const place = at % perPage
    if (at > 0 && place === 0) this.#doc.addPage()
    const x = left + (place % columns) * size.width
    const y = top + Math.floor(place / columns) * size.height
    this.#doc.lineWidth(0.4).strokeColor('#cfc9bf').rect(x, y, size.width, size.height).stroke()
    this.#doc.rect(x, y, 4, size.height).fill(accent)
    const room = size.width - 2 * padding
    const beside = room - qrSize - padding / 2
    this.#line(className, x + padding, y + 20, room, styles.className)
    this.#line(fullName, x + padding, y + 80, beside, styles.name)
    this.#line(organizationName, x + padding, y + 106, beside, styles.organization)
    if (groupName !== '') this.#line(groupName, x + padding, y + 130, beside, styles.group)
    this.#code(code, x + size.width - padding - qrSize, y + (size.height - qrSize) / 2 + 6)
  }
}

export async function printedBadges({ className, badges }: BadgeOrder): Promise<Buffer> {
  const letters = await Typesetter.create()
  letters.runs(`${className}…`, styles.className.weight)
  for (const { fullName, organizationName, groupName } of badges) {
    letters.runs(`${fullName}…`, styles.name.weight)
    letters.runs(`${organizationName}…`, styles.organization.weight)
    letters.runs(`${groupName}…`, styles.group.weight)
  }
  const doc = new PDFDocument({
    ...{ size: [page.width, page.height], margin: 0, lang: 'zh-CN', displayTitle: true, info: { Title: className } },
  })
  const bytes = bytesOf(doc)
  for (const { name, bytes: font } of await letters.fonts()) doc.registerFont(name, font)
  const sheet = new BadgeSheet(doc, letters)
  for (const [at, badge] of badges.entries()) sheet.draw(badge, at, className)
  doc.end()
  return bytes
}
