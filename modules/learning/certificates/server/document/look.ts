/** The designs: colors, and what is drawn around and behind the words. All of it is vectors, and prints on white. */
import type PDFDocument from 'pdfkit'
import type { Design } from './content.ts'

export type Doc = InstanceType<typeof PDFDocument>

/** A4, landscape, in points. */
export const page = { width: 841.89, height: 595.28 } as const
export const centre = page.width / 2

export interface Look {
  readonly accent: string
  readonly title: string
  readonly ink: string
  readonly faint: string
  readonly frame: (doc: Doc) => void
}

const ink = '#23211d'
const faint = '#6d675c'

/** Fine ellipses, turned about the middle: hard to copy, easy to overlook. */
function rosette(doc: Doc, color: string, opacity: number): void {
  doc.save().lineWidth(0.4).strokeColor(color, opacity)
  for (let step = 0; step < 36; step++) {
    doc.save().rotate(step * 5, { origin: [centre, page.height / 2 - 10] })
    doc.ellipse(centre, page.height / 2 - 10, 205, 96).stroke()
    doc.restore()
  }
  doc.restore()
}

function border(doc: Doc, inset: number, width: number, color: string): void {
  doc
    .lineWidth(width)
    .strokeColor(color)
    .rect(inset, inset, page.width - 2 * inset, page.height - 2 * inset)
    .stroke()
}

/** Draws in each corner what is drawn at the top left. */
function corners(doc: Doc, draw: () => void): void {
  for (const [x, y] of [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const) {
    doc.save().translate(x === 1 ? 0 : page.width, y === 1 ? 0 : page.height)
    doc.scale(x, y, { origin: [0, 0] })
    draw()
    doc.restore()
  }
}

function classicFrame(doc: Doc): void {
  const gold = '#a9873f'
  rosette(doc, gold, 0.16)
  border(doc, 24, 2.4, gold)
  border(doc, 31, 0.6, gold)
  corners(doc, () => {
    doc.lineWidth(0.9).strokeColor(gold)
    for (const size of [20, 27, 34]) doc.path(`M38 ${38 + size} A${size} ${size} 0 0 0 ${38 + size} 38`).stroke()
    doc.circle(45, 45, 2.6).fillColor(gold).fill()
  })
}

function modernFrame(doc: Doc): void {
  const blue = '#1c4f86'
  rosette(doc, blue, 0.09)
  doc.rect(0, 0, 26, page.height).fillColor(blue).fill()
  doc.rect(26, 0, 5, page.height).fillColor('#c79a3b').fill()
  doc.save().fillColor(blue, 0.07)
  doc.polygon([page.width, 0], [page.width - 210, 0], [page.width, 150]).fill()
  doc.polygon([page.width, 0], [page.width - 130, 0], [page.width, 92]).fill()
  doc.restore()
  doc
    .lineWidth(0.6)
    .strokeColor('#c9d3df')
    .rect(48, 24, page.width - 72, page.height - 48)
    .stroke()
}

/** A corner of the old meander. */
function festiveFrame(doc: Doc): void {
  const red = '#b3261e'
  rosette(doc, '#c58b2b', 0.14)
  border(doc, 20, 7, red)
  border(doc, 30, 0.8, '#c58b2b')
  corners(doc, () => {
    doc.lineWidth(2.2).strokeColor('#c58b2b')
    doc.path('M38 78 V38 H78 V62 H54 V50 H66').stroke()
  })
}

export const looks: Readonly<Record<Design, Look>> = {
  classic: { accent: '#a9873f', title: '#6f1d1b', ink, faint, frame: classicFrame },
  modern: { accent: '#1c4f86', title: '#163a63', ink, faint: '#5d6672', frame: modernFrame },
  festive: { accent: '#b3261e', title: '#b3261e', ink, faint, frame: festiveFrame },
}
