/** Sets formulas: boxes that know how wide they are and how far they reach above and below the line. */
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import type { Run, Typesetter } from './fonts.ts'
import type { MathNode } from './formula-tree.ts'

export interface Box {
  readonly width: number
  readonly above: number
  readonly below: number
  /** At the left end of the line on which the letters stand. */
  draw(x: number, y: number): void
}

const ink = '#1f1d1a'
const largeSigns = /^[∑∏∐∫∬∭∮⋃⋂]$/
const operators = /^[+−±×÷=≠≈<>≤≥∈∉⊂⊆→←⇒⇔·⋅∗∧∨∪∩∼≡∝]$/
/** As shares of the size of the letters. */
const shape = { above: 0.74, below: 0.2, axis: 0.28, script: 0.7, gap: 0.12 } as const

const spaceWidth = 0.17

/** The fonts of KaTeX have Greek letters and the signs of formulas; Chinese is set in the font of the text. */
const fonts = ['KaTeX_Main-Regular', 'KaTeX_Math-Italic', 'KaTeX_AMS-Regular', 'KaTeX_Size1-Regular'] as const
const [main, italic, more, large] = fonts
const inMain =
  /[!-~£§¨¬°±¶×ß÷ΓΔΘΛΞΠΣΥΦΨΩ–—‘’“”†‡…′ℏℑℓ℘ℜℵ←-↙⇐-⇕∀∂∃∅∇∈∉∋−∓∕∖∗∘∙√∝∞∠∣∥∧∨∩∪∫∼≀≃≅≈≍≠≡≤≥≪≫≺≻⊂⊃⊆⊇⊎⊓⊔⊕⊖⊗⊘⊙⊢⊣⊤⊥⊨⋄⋅⋆⋮⋯⋱⌈⌉⌊⌋△◯⟨⟩⟵-⟼]/u
const inMore = /[∄∍∔∡∢∤∦∴∵∽≂≊≏≑≦≧≨≩≬≮≯≰≱≲≳≶≷⊈⊉⊊⊋⊏⊐⊞⊟⊠⊡⊮⊯⊲⊳■□▲▼◀▶★✓⩽⩾]/u
const inItalic = /[a-zA-ZΑ-ω]|[ϑϕϖϱϵ]/u

function fontOf(character: string, isVariable: boolean): string | undefined {
  if (largeSigns.test(character)) return large
  if (isVariable && inItalic.test(character)) return italic
  if (/[α-ωϑϕϖϱϵ]/u.test(character)) return italic
  if (inMain.test(character)) return main
  return inMore.test(character) ? more : undefined
}

const resolve = createRequire(import.meta.url).resolve

/** Names the fonts of formulas to the document, which reads those that it needs. */
export function registerFormulaFonts(doc: InstanceType<typeof PDFDocument>): void {
  for (const font of fonts) doc.registerFont(font, resolve(`katex/dist/fonts/${font}.ttf`))
}

const nothing: Box = { width: 0, above: 0, below: 0, draw() {} }

export class FormulaSetter {
  readonly #doc: InstanceType<typeof PDFDocument>
  readonly #letters: Typesetter

  constructor(doc: InstanceType<typeof PDFDocument>, letters: Typesetter) {
    this.#doc = doc
    this.#letters = letters
  }

  /** The runs of a text in the fonts that have its characters: a single letter is slanted, as formulas have it. */
  #runs(text: string, isVariable: boolean): Run[] {
    const runs: { font: string; text: string }[] = []
    for (const character of text) {
      const own = fontOf(character, isVariable)
      const [run = { font: '', text: '' }] = own ? [{ font: own, text: character }] : this.#letters.runs(character, 400)
      const last = runs.at(-1)
      if (last?.font === run.font) last.text += run.text
      else runs.push({ ...run })
    }
    return runs
  }

  /** Letters, with `pad` of nothing on both sides. */
  #text(written: string, size: number, { pad = 0, isVariable = false } = {}): Box {
    const doc = this.#doc
    const text = written.replace(/[\u2000-\u200d\u2060-\u2064]/g, '')
    if (text.trim() === '') return { ...nothing, width: written === '' ? 0 : size * spaceWidth }
    const runs = this.#runs(text, isVariable)
    const widths = runs.map(({ font, text: run }) => doc.font(font).fontSize(size).widthOfString(run))
    return {
      ...{ width: 2 * pad + widths.reduce((sum, width) => sum + width, 0), above: shape.above * size },
      below: shape.below * size,
      draw(x, y) {
        let left = x + pad
        for (const [at, { font, text: run }] of runs.entries()) {
          doc.font(font).fontSize(size).fillColor(ink).text(run, left, y, { lineBreak: false, baseline: 'alphabetic' })
          left += widths[at] ?? 0
        }
      },
    }
  }

  #line(x: number, y: number, toX: number, toY: number, size: number): void {
    this.#doc.lineWidth(size / 18).strokeColor(ink)
    this.#doc.moveTo(x, y).lineTo(toX, toY).stroke()
  }

  #row(boxes: readonly Box[]): Box {
    return {
      width: boxes.reduce((sum, { width }) => sum + width, 0),
      above: Math.max(0, ...boxes.map(({ above }) => above)),
      below: Math.max(0, ...boxes.map(({ below }) => below)),
      draw(x, y) {
        let left = x
        for (const box of boxes) {
          box.draw(left, y)
          left += box.width
        }
      },
    }
  }

  /** One below the other, each in the middle; `base` stands on the line. */
  #stack(boxes: readonly Box[], base: number, gap: number): Box {
    const width = Math.max(...boxes.map((box) => box.width))
    const heights = boxes.map(({ above, below }) => above + below)
    const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
    const above = sum(heights.slice(0, base)) + gap * base + (boxes[base]?.above ?? 0)
    return {
      ...{ width, above, below: sum(heights) + gap * (boxes.length - 1) - above },
      draw(x, y) {
        let top = y - above
        for (const [at, box] of boxes.entries()) {
          box.draw(x + (width - box.width) / 2, top + box.above)
          top += (heights[at] ?? 0) + gap
        }
      },
    }
  }

  /** Moved up, or down where it is negative. */
  #raised(box: Box, by: number): Box {
    const { width, above, below } = box
    return { width, above: above + by, below: below - by, draw: (x, y) => box.draw(x, y - by) }
  }

  #fraction(node: MathNode, size: number): Box {
    const [above = nothing, below = nothing] = node.children.map((child) => this.box(child, size * 0.85))
    const gap = shape.gap * size
    const width = Math.max(above.width, below.width) + gap * 2
    const axis = shape.axis * size
    const isBare = /^0(?:\D|$)/.test(node.attributes.linethickness ?? '')
    return {
      ...{ width, above: axis + gap + above.above + above.below, below: gap + below.above + below.below - axis },
      draw: (x, y) => {
        above.draw(x + (width - above.width) / 2, y - axis - gap - above.below)
        below.draw(x + (width - below.width) / 2, y - axis + gap + below.above)
        if (!isBare) this.#line(x, y - axis, x + width, y - axis, size)
      },
    }
  }

  #root(inner: Box, degree: Box, size: number): Box {
    const hook = size * 0.55
    const left = Math.max(0, degree.width - hook * 0.5)
    const above = inner.above + shape.gap * size
    return {
      ...{ width: left + hook + inner.width + size * 0.1, above: above + size * 0.05, below: inner.below },
      draw: (x, y) => {
        const [start, top, bottom] = [x + left, y - above, y + inner.below]
        degree.draw(x, y - above * 0.55)
        this.#line(start, y - size * 0.3, start + hook * 0.3, y - size * 0.38, size)
        this.#line(start + hook * 0.3, y - size * 0.38, start + hook * 0.6, bottom, size)
        this.#line(start + hook * 0.6, bottom, start + hook, top, size)
        this.#line(start + hook, top, start + hook + inner.width + size * 0.1, top, size)
        inner.draw(start + hook, y)
      },
    }
  }

  #scripts(node: MathNode, size: number): Box {
    const [baseNode, ...scripts] = node.children
    const base = baseNode ? this.#baseOf(baseNode, size) : nothing
    const small = scripts.map((child) => this.box(child, size * shape.script))
    const [below, above] = node.name === 'msup' ? [undefined, small[0]] : [small[0], small[1]]
    const up = above && this.#raised(above, Math.max(base.above - above.above * 0.5, size * 0.35))
    const down = below && this.#raised(below, -Math.max(base.below, size * 0.18))
    const width = Math.max(up?.width ?? 0, down?.width ?? 0)
    return {
      width: base.width + width + size * 0.05,
      above: Math.max(base.above, up?.above ?? 0),
      below: Math.max(base.below, down?.below ?? 0),
      draw(x, y) {
        base.draw(x, y)
        up?.draw(x + base.width, y)
        down?.draw(x + base.width, y)
      },
    }
  }

  /** Large signs come from a font in which they are larger than letters. */
  #baseOf(node: MathNode, size: number): Box {
    if (!largeSigns.test(node.text)) return this.box(node, size)
    return { ...this.#text(node.text, size), above: size, below: size * 0.35 }
  }

  #limits(node: MathNode, size: number): Box {
    const [baseNode, ...limits] = node.children
    const base = baseNode ? this.#baseOf(baseNode, size) : nothing
    const [one = nothing, other = nothing] = limits.map((child) => this.box(child, size * shape.script))
    if (node.attributes.accent === 'true') return this.#accented(base, limits[0]?.text ?? '', size)
    if (node.name === 'mover') return this.#stack([one, base], 1, size * 0.08)
    if (node.name === 'munder') return this.#stack([base, one], 0, size * 0.08)
    return this.#stack([other, base, one], 1, size * 0.08)
  }

  #accented(base: Box, sign: string, size: number): Box {
    const height = size * 0.28
    return {
      ...{ width: base.width, above: base.above + height, below: base.below },
      draw: (x, y) => {
        base.draw(x, y)
        const [top, right] = [y - base.above - height * 0.3, x + base.width]
        if ('‾ˉ¯⃗→'.includes(sign)) this.#line(x, top, right, top, size)
        if ('⃗→'.includes(sign)) {
          this.#line(right - size * 0.15, top - size * 0.1, right, top, size)
          this.#line(right - size * 0.15, top + size * 0.1, right, top, size)
        }
        if ('^ˆ'.includes(sign)) {
          this.#line(x, top, x + base.width / 2, top - size * 0.14, size)
          this.#line(x + base.width / 2, top - size * 0.14, right, top, size)
        }
        if ('~˙'.includes(sign))
          this.#text(sign === '~' ? '~' : '·', size * 0.8).draw(x + base.width * 0.25, top + size * 0.2)
      },
    }
  }

  /** A bracket as high as what it encloses. */
  #bracket(sign: string, inner: Box, size: number): Box {
    if (sign === '' || sign === '.') return nothing
    const own = this.#text(sign, size)
    const axis = shape.axis * size
    const reach = Math.max(inner.above - axis, inner.below + axis, size * 0.45)
    const stretch = reach / (size * 0.5)
    return {
      ...{ width: own.width, above: reach + axis, below: reach - axis },
      draw: (x, y) => {
        this.#doc
          .save()
          .translate(x, y - axis)
          .scale(1, stretch)
        own.draw(0, axis)
        this.#doc.restore()
      },
    }
  }

  #list(nodes: readonly MathNode[], size: number): Box {
    const [first] = nodes
    const last = nodes.at(-1)
    if (first?.attributes.fence !== 'true') return this.#row(nodes.map((node) => this.box(node, size)))
    const isClosed = nodes.length > 1 && last?.attributes.fence === 'true'
    const inner = this.#list(nodes.slice(1, isClosed ? -1 : undefined), size)
    const close = isClosed ? [this.#bracket(last?.text ?? '', inner, size)] : []
    return this.#row([this.#bracket(first.text, inner, size), inner, ...close])
  }

  #table(node: MathNode, size: number): Box {
    const rows = node.children.map((row) => row.children.map((cell) => this.#list(cell.children, size)))
    const columns = Math.max(0, ...rows.map((row) => row.length))
    const widths = Array.from({ length: columns }, (_, at) => Math.max(0, ...rows.map((row) => row[at]?.width ?? 0)))
    const gap = size * 0.8
    const isLeft = node.attributes.columnalign?.startsWith('left')
    const lines = rows.map((row): Box => {
      const whole = this.#row(row)
      return {
        ...{ width: widths.reduce((sum, width) => sum + width, 0) + gap * (columns - 1) },
        ...{ above: Math.max(whole.above, shape.above * size), below: Math.max(whole.below, shape.below * size) },
        draw(x, y) {
          let left = x
          for (const [at, cell] of row.entries()) {
            const width = widths[at] ?? 0
            cell.draw(isLeft ? left : left + (width - cell.width) / 2, y)
            left += width + gap
          }
        },
      }
    })
    if (lines.length === 0) return nothing
    const stacked = this.#stack(lines, 0, size * 0.25)
    const middle = (stacked.above + stacked.below) / 2
    return this.#raised(stacked, shape.axis * size + middle - stacked.above)
  }

  #sign(node: MathNode, size: number): Box {
    const text = node.text.replaceAll('\u2061', '')
    return text === '' ? nothing : this.#text(text, size, { pad: operators.test(text) ? size * 0.2 : 0 })
  }

  box(node: MathNode, size: number): Box {
    switch (node.name) {
      case 'mo':
        return largeSigns.test(node.text) ? this.#baseOf(node, size) : this.#sign(node, size)
      case 'mi':
        return node.text.length > 1
          ? this.#text(node.text, size, { pad: size * 0.08 })
          : this.#text(node.text, size, { isVariable: node.attributes.mathvariant !== 'normal' })
      case 'mn':
      case 'mtext':
        return this.#text(node.text, size)
      case 'mspace':
        return { ...nothing, width: size * spaceWidth }
      case 'mfrac':
        return this.#fraction(node, size)
      case 'msqrt':
        return this.#root(this.#list(node.children, size), nothing, size)
      case 'mroot': {
        const [inner, degree] = node.children
        const small = degree ? this.box(degree, size * 0.6) : nothing
        return this.#root(inner ? this.box(inner, size) : nothing, small, size)
      }
      case 'msup':
      case 'msub':
      case 'msubsup':
        return this.#scripts(node, size)
      case 'munder':
      case 'mover':
      case 'munderover':
        return this.#limits(node, size)
      case 'mtable':
        return this.#table(node, size)
      default:
        return this.#list(node.children, size)
    }
  }
}
