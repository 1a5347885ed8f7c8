/** Rich texts of QTI: XHTML with formulas as MathML. Ours become such, and such become ours. */
import katex from 'katex'
import { MathMLToLaTeX } from 'mathml-to-latex'
import { formulaHtml } from './rich-texts.ts'
import {
  decodeEntities,
  element,
  isElement,
  parseXml,
  serializeXml,
  textOf,
  type XmlElement,
  type XmlNode,
} from './xml.ts'

const latexEncoding = 'application/x-tex'

/** LaTeX stands beside the MathML, so that nothing of it is lost on the way back. */
function mathOf(latex: string): XmlElement {
  const drawn = katex.renderToString(latex, { output: 'mathml', throwOnError: false, trust: false })
  const start = drawn.indexOf('<math')
  const end = drawn.indexOf('</math>')
  const annotation = element('annotation', { encoding: latexEncoding }, latex)
  const fallback = element('math', {}, element('semantics', {}, element('mtext', {}, latex), annotation))
  if (start < 0 || end < 0) return fallback
  try {
    return parseXml(drawn.slice(start, end + '</math>'.length))
  } catch {
    return fallback
  }
}

function latexOf(math: XmlElement): string {
  const annotations = [math, ...math.children.filter(isElement)].flatMap((one) => one.children.filter(isElement))
  const annotation = annotations.find(
    ({ name, attributes }) => name === 'annotation' && /tex/i.test(attributes.encoding ?? ''),
  )
  if (annotation) return textOf(annotation).trim()
  try {
    return MathMLToLaTeX.convert(serializeXml(math)).trim()
  } catch {
    return ''
  }
}

/** Marks that XHTML of QTI does not have. */
const classes: Readonly<Record<string, string>> = { u: 'underline', s: 'line-through' }

function ownNode(node: XmlNode, source: (from: string) => string): XmlNode {
  if (!isElement(node)) return node
  const { name, attributes, children } = node
  if (name === 'span' && attributes['data-latex'] !== undefined) return mathOf(attributes['data-latex'])
  const inner = children.map((child) => ownNode(child, source))
  const style = classes[name]
  if (style !== undefined) return element('span', { class: style }, ...inner)
  if (!['img', 'audio', 'video'].includes(name)) return { name, attributes, children: inner }
  const own = { ...attributes, src: source(attributes.src ?? ''), ...(name === 'img' && { alt: attributes.alt ?? '' }) }
  return { name, attributes: own, children: inner }
}

/** The nodes of our HTML; what is no XML is text. */
export function nodesOf(html: string, source: (from: string) => string): readonly XmlNode[] {
  try {
    // An attribute without a value is HTML and no XML.
    const whole = html.replace(/(<(?:audio|video)\b[^>]*?)\scontrols(?=[\s/>])(?!=)/g, '$1 controls="controls"')
    return parseXml(`<div>${whole}</div>`).children.map((node) => ownNode(node, source))
  } catch {
    return [decodeEntities(html.replace(/<[^>]*>/g, ' '))]
  }
}

const voids = ['br', 'hr', 'img']
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

/** Of other programs: pictures, sound and video as objects. */
function mediaOf({ attributes, children }: XmlElement): XmlNode {
  const { data = '', type = '' } = attributes
  const name = type.startsWith('audio/') ? 'audio' : type.startsWith('video/') ? 'video' : 'img'
  const alt = children.map((child) => (isElement(child) ? textOf(child) : child)).join('')
  return name === 'img'
    ? element('img', { src: data, alt: alt.trim() })
    : element(name, { src: data, controls: 'controls' })
}

export type Replace = (node: XmlElement) => string | undefined

/** The nodes as HTML. `replace` says what stands where an element is that is no text. */
export function htmlOf(nodes: readonly XmlNode[], replace: Replace): string {
  return nodes.map((node) => htmlOfNode(node, replace)).join('')
}

function htmlOfNode(node: XmlNode, replace: Replace): string {
  if (!isElement(node)) return escapeText(node)
  const replaced = replace(node)
  if (replaced !== undefined) return replaced
  const { name, attributes, children } = node
  if (name === 'math') {
    const latex = latexOf(node)
    return latex === '' ? '' : formulaHtml(latex)
  }
  if (name === 'object') return htmlOfNode(mediaOf(node), replace)
  const mark = Object.entries(classes).find(([, style]) => name === 'span' && attributes.class === style)?.[0]
  if (mark !== undefined) return `<${mark}>${htmlOf(children, replace)}</${mark}>`
  const own = Object.entries(attributes)
    .filter(([key]) => !['class', 'id', 'xmlns', 'controls'].includes(key))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  const controls = name === 'audio' || name === 'video' ? ' controls' : ''
  const start = `<${name}${own.join('')}${controls}`
  return voids.includes(name) ? `${start} />` : `${start}>${htmlOf(children, replace)}</${name}>`
}
