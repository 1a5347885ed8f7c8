/** Formulas of Word (OMML) as LaTeX. What it does not know is read as the letters in it. */
import { childOf, elementsOf, isElement, textOf, type XmlElement } from './formats/xml.ts'

const symbols: Readonly<Record<string, string>> = {
  ...{ '×': String.raw`\times `, '÷': String.raw`\div `, '±': String.raw`\pm `, '≤': String.raw`\le ` },
  ...{ '≥': String.raw`\ge `, '≠': String.raw`\ne `, '≈': String.raw`\approx `, '∞': String.raw`\infty ` },
  ...{ '→': String.raw`\to `, '∈': String.raw`\in `, '∂': String.raw`\partial `, '∠': String.raw`\angle ` },
  ...{
    π: String.raw`\pi `,
    α: String.raw`\alpha `,
    β: String.raw`\beta `,
    γ: String.raw`\gamma `,
    θ: String.raw`\theta `,
  },
  ...{
    λ: String.raw`\lambda `,
    μ: String.raw`\mu `,
    ω: String.raw`\omega `,
    Δ: String.raw`\Delta `,
    Ω: String.raw`\Omega `,
  },
  ...{ '∑': String.raw`\sum `, '∏': String.raw`\prod `, '∫': String.raw`\int `, '·': String.raw`\cdot ` },
  ...{
    '{': String.raw`\{`,
    '}': String.raw`\}`,
    '%': String.raw`\%`,
    '&': String.raw`\&`,
    '#': String.raw`\#`,
    $: String.raw`\$`,
    _: String.raw`\_`,
  },
  ...{ '\\': String.raw`\backslash `, '^': String.raw`\wedge `, '~': String.raw`\sim ` },
}

const cjk = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+/g

const lettersOf = (text: string) =>
  text
    .replace(/./gsu, (character) => symbols[character] ?? character)
    .replace(cjk, (words) => String.raw`\text{${words}}`)

const accents: Readonly<Record<string, string>> = {
  ...{ '\u0302': 'hat', '\u0303': 'tilde', '\u0304': 'bar', '\u0305': 'overline', '\u20d7': 'vec', '\u0307': 'dot' },
}

/** The value of a property: `<m:naryPr><m:chr m:val="∑"/>`. */
const property = (element: XmlElement, group: string, name: string): string | undefined =>
  childOf(childOf(element, group), name)?.attributes.val

const groupOf = (element: XmlElement | undefined) => (element ? latexOfOmml(element) : '')
const named = (element: XmlElement, name: string) => `{${groupOf(childOf(element, name))}}`

function nary(element: XmlElement): string {
  const sign = lettersOf(property(element, 'naryPr', 'chr') ?? '∫').trim()
  const below = groupOf(childOf(element, 'sub'))
  const above = groupOf(childOf(element, 'sup'))
  return `${sign}${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`} ${groupOf(childOf(element, 'e'))}`
}

const brackets: Readonly<Record<string, string>> = { '{': String.raw`\{`, '}': String.raw`\}`, '': '.' }

function delimited(element: XmlElement): string {
  const bracket = (name: string, otherwise: string) => {
    const sign = property(element, 'dPr', name) ?? otherwise
    return brackets[sign] ?? sign
  }
  const inner = elementsOf(element, 'e')
    .map(groupOf)
    .join(property(element, 'dPr', 'sepChr') ?? '|')
  return String.raw`\left${bracket('begChr', '(')} ${inner} \right${bracket('endChr', ')')}`
}

const rows = (lines: readonly string[], name: string) =>
  String.raw`\begin{${name}}${lines.join(String.raw` \\ `)}\end{${name}}`

type Reader = (element: XmlElement) => string

const readers: Readonly<Record<string, Reader>> = {
  f: (element) => String.raw`\frac${named(element, 'num')}${named(element, 'den')}`,
  rad: (element) => {
    const degree = groupOf(childOf(element, 'deg'))
    return String.raw`\sqrt${degree === '' ? '' : `[${degree}]`}${named(element, 'e')}`
  },
  sSup: (element) => `${named(element, 'e')}^${named(element, 'sup')}`,
  sSub: (element) => `${named(element, 'e')}_${named(element, 'sub')}`,
  sSubSup: (element) => `${named(element, 'e')}_${named(element, 'sub')}^${named(element, 'sup')}`,
  sPre: (element) => `{}_${named(element, 'sub')}^${named(element, 'sup')}${named(element, 'e')}`,
  nary,
  d: delimited,
  func: (element) => {
    const name = groupOf(childOf(element, 'fName')).trim()
    const known = /^(?:sin|cos|tan|cot|sec|csc|log|ln|lg|lim|max|min|exp)(?![a-z])/.test(name)
    return `${known ? `\\${name}` : name} ${groupOf(childOf(element, 'e'))}`
  },
  limLow: (element) => `${groupOf(childOf(element, 'e'))}_${named(element, 'lim')}`,
  limUpp: (element) => `${groupOf(childOf(element, 'e'))}^${named(element, 'lim')}`,
  acc: (element) => `\\${accents[property(element, 'accPr', 'chr') ?? '\u0302'] ?? 'hat'}${named(element, 'e')}`,
  bar: (element) => `\\${property(element, 'barPr', 'pos') === 'top' ? 'overline' : 'underline'}${named(element, 'e')}`,
  m: (element) =>
    rows(
      elementsOf(element, 'mr').map((row) => elementsOf(row, 'e').map(groupOf).join(' & ')),
      'matrix',
    ),
  eqArr: (element) => rows(elementsOf(element, 'e').map(groupOf), 'aligned'),
  t: (element) => lettersOf(textOf(element)),
}

/** Properties of a run or an object are no part of the formula. */
const isProperties = ({ name }: XmlElement) => name.endsWith('Pr')

export function latexOfOmml(element: XmlElement): string {
  return element.children
    .filter(isElement)
    .filter((child) => !isProperties(child))
    .map((child) => (readers[child.name] ?? latexOfOmml)(child))
    .join('')
}
