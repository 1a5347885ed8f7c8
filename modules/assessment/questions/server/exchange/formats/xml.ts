/**
 * XML in which text and elements are mixed, as trees. A document that declares a type is refused: entities of its own could
 * read files or grow without end. Names stand without their prefixes.
 */
import { XMLParser } from 'fast-xml-parser'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}
export type XmlNode = XmlElement | string

const parser = new XMLParser({
  ...{ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '', removeNSPrefix: true, trimValues: false },
  // Entities are decoded below: the five of XML, and characters by their numbers.
  ...{ parseTagValue: false, parseAttributeValue: false, processEntities: false, cdataPropName: '#cdata' },
  ...{ ignoreDeclaration: true, ignorePiTags: true },
})

type Parsed = Readonly<Record<string, unknown>>

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
    return decimal === undefined ? (named[name] ?? whole) : characterOf(Number(decimal))
  })
}

function nodeOf(parsed: Parsed): XmlNode {
  const name = Object.keys(parsed).find((key) => key !== ':@') ?? '#text'
  if (name === '#text') return decodeEntities(String(parsed[name] ?? ''))
  const inner = parsed[name] as readonly Parsed[]
  if (name === '#cdata') return inner.map((child) => String(child['#text'] ?? '')).join('')
  const attributes = Object.entries((parsed[':@'] ?? {}) as Record<string, unknown>)
  return {
    name,
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeEntities(String(value))])),
    children: inner.map(nodeOf),
  }
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

/** By its mark, by what its first line says, else UTF-8; what is not UTF-8 is what Chinese Windows writes. */
export function decodeText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1]
  const mark = head.startsWith('\xff\xfe') ? 'utf-16le' : head.startsWith('\xfe\xff') ? 'utf-16be' : undefined
  for (const encoding of [mark ?? declared ?? 'utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one.
    }
  }
  throw new Error('the text has no known encoding')
}

/** The root of the document. Throws where it cannot be read. */
export function parseXml(text: string): XmlElement {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('it declares a document type')
  const roots = (parser.parse(text, true) as readonly Parsed[]).map(nodeOf).filter(isElement)
  const [root] = roots
  if (!root || roots.length > 1) throw new Error('it has no single root')
  return root
}

export const elementsOf = (element: XmlElement | undefined, name?: string): readonly XmlElement[] =>
  (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name)

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  elementsOf(element, name)[0]

/** All elements of the name below it, in the order of the document. */
export function allOf(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return elementsOf(element).flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...allOf(child, ...names),
  ])
}

/** Everything that can be read in it. */
export const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (isElement(child) ? textOf(child) : child)).join('')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for these.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (character) => escapes[character] ?? '')
      // A parser makes one character of these.
      .replaceAll('\r', '&#13;')
  )
}

const attributeText = (text: string) => xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')

export function serializeXml(node: XmlNode): string {
  if (!isElement(node)) return xmlText(node)
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${attributeText(value)}"`)
  const start = `<${node.name}${attributes.join('')}`
  if (node.children.length === 0) return `${start}/>`
  return `${start}>${node.children.map(serializeXml).join('')}</${node.name}>`
}

export const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly XmlNode[]
): XmlElement => ({ name, attributes, children })

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
