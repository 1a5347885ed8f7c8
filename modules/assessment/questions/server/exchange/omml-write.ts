/** Formulas as Word writes them (OMML): LaTeX by way of the MathML that KaTeX makes. */
import katex from 'katex'
import {
  childOf,
  element,
  elementsOf,
  isElement,
  parseXml,
  serializeXml,
  textOf,
  type XmlElement,
} from './formats/xml.ts'

const math = (name: string, ...children: readonly XmlElement[]) => element(`m:${name}`, {}, ...children)
const value = (name: string, val: string) => element(`m:${name}`, { 'm:val': val })

function letters(text: string, isUpright: boolean): XmlElement[] {
  if (text === '') return []
  const style = isUpright ? [math('rPr', value('sty', 'p'))] : []
  return [math('r', ...style, element('m:t', { 'xml:space': 'preserve' }, text))]
}

const inside = (name: string, element: XmlElement | undefined) => math(name, ...(element ? ommlOf([element]) : []))

const isSign = (element: XmlElement | undefined, pattern: RegExp) =>
  element?.name === 'mo' && pattern.test(textOf(element))
const largeSigns = /^[∑∏∐∫∬∭∮⋃⋂]$/

/** A sum or an integral, with what it is over. */
function nary(element: XmlElement, over: readonly XmlElement[]): XmlElement {
  const [sign, ...limits] = elementsOf(element)
  const hasBelow = element.name !== 'msup' && element.name !== 'mover'
  const below = hasBelow ? limits[0] : undefined
  const above = hasBelow ? limits[1] : limits[0]
  const place = element.name.startsWith('mu') || element.name === 'mover' ? 'undOvr' : 'subSup'
  const hidden = [...(below ? [] : [value('subHide', '1')]), ...(above ? [] : [value('supHide', '1')])]
  const properties = math('naryPr', value('chr', textOf(sign)), value('limLoc', place), ...hidden)
  return math('nary', properties, inside('sub', below), inside('sup', above), math('e', ...ommlOf(over)))
}

function rowOf(children: readonly XmlElement[]): XmlElement[] {
  const [first] = children
  const last = children.at(-1)
  if (first?.attributes.fence === 'true') {
    const isClosed = children.length > 1 && last?.attributes.fence === 'true'
    const inner = children.slice(1, isClosed ? -1 : undefined)
    const signs = math('dPr', value('begChr', textOf(first)), value('endChr', isClosed ? textOf(last) : ''))
    return [math('d', signs, math('e', ...ommlOf(inner)))]
  }
  return ommlOf(children)
}

function limit(element: XmlElement): XmlElement {
  const [base, one, other] = elementsOf(element)
  const [name, property] = element.name === 'mover' ? ['limUpp', 'acc'] : ['limLow', 'bar']
  if (element.name === 'mover' && element.attributes.accent === 'true') {
    const sign = textOf(one)
    if (sign === '‾') return math('bar', math('barPr', value('pos', 'top')), inside('e', base))
    return math(property, math('accPr', value('chr', accents[sign] ?? sign)), inside('e', base))
  }
  const inner = math(name, inside('e', base), inside('lim', one))
  return other ? math('limUpp', math('e', inner), inside('lim', other)) : inner
}

/** The signs above a letter as the ones that combine with it. */
const accents: Readonly<Record<string, string>> = {
  ...{ '^': '\u0302', '~': '\u0303', ˉ: '\u0304', '¯': '\u0304', '⃗': '\u20d7', '→': '\u20d7', '˙': '\u0307' },
}

const matrix = (table: XmlElement) =>
  math(
    'm',
    ...elementsOf(table, 'mtr').map((row) =>
      math('mr', ...elementsOf(row, 'mtd').map((cell) => math('e', ...ommlOf(cell.children.filter(isElement))))),
    ),
  )

type Writer = (element: XmlElement) => readonly XmlElement[]

const pair = (name: string, ...parts: readonly string[]): Writer => {
  return (element) => {
    const children = elementsOf(element)
    return [math(name, ...parts.map((part, at) => inside(part, children[at])))]
  }
}

const writers: Readonly<Record<string, Writer>> = {
  mfrac: (element) => {
    const isBare = /^0(?:\D|$)/.test(element.attributes.linethickness ?? '')
    const [above, below] = elementsOf(element)
    const properties = isBare ? [math('fPr', value('type', 'noBar'))] : []
    return [math('f', ...properties, inside('num', above), inside('den', below))]
  },
  msqrt: ({ children }) => [
    math('rad', math('radPr', value('degHide', '1')), math('deg'), math('e', ...ommlOf(children.filter(isElement)))),
  ],
  mroot: (element) => {
    const [base, degree] = elementsOf(element)
    return [math('rad', inside('deg', degree), inside('e', base))]
  },
  msup: pair('sSup', 'e', 'sup'),
  msub: pair('sSub', 'e', 'sub'),
  msubsup: pair('sSubSup', 'e', 'sub', 'sup'),
  munder: (element) => [limit(element)],
  mover: (element) => [limit(element)],
  munderover: (element) => [limit(element)],
  mtable: (element) => [matrix(element)],
  mi: (element) => letters(textOf(element), textOf(element).length > 1),
  mn: (element) => letters(textOf(element), false),
  mo: (element) => letters(textOf(element).replace('\u2061', ''), false),
  mtext: (element) => letters(textOf(element), true),
  mspace: () => letters(' ', true),
  annotation: () => [],
  mrow: ({ children }) => rowOf(children.filter(isElement)),
}

const naryNames = ['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover']

function ommlOf(elements: readonly XmlElement[]): XmlElement[] {
  const [first, ...others] = elements
  if (!first) return []
  if (naryNames.includes(first.name) && isSign(elementsOf(first)[0], largeSigns)) {
    const [over, ...rest] = others
    return [nary(first, over ? [over] : []), ...ommlOf(rest)]
  }
  const own = writers[first.name]?.(first) ?? ommlOf(elementsOf(first))
  return [...own, ...ommlOf(others)]
}

/** Undefined where the LaTeX is none. */
export function ommlText(latex: string): string | undefined {
  const drawn = katex.renderToString(latex, { output: 'mathml', throwOnError: false, trust: false })
  const start = drawn.indexOf('<math')
  const end = drawn.indexOf('</math>')
  if (start < 0 || end < 0 || drawn.includes('<merror')) return undefined
  const found = childOf(parseXml(drawn.slice(start, end + '</math>'.length)), 'semantics')
  return found && serializeXml(math('oMath', ...ommlOf(elementsOf(found))))
}
