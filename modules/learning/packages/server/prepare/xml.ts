/** Manifests as trees: names without their prefixes, children in their order. */
import { XMLParser } from 'fast-xml-parser'
import { Unfit } from './unfit.ts'

export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** The text directly in it, trimmed. */
  readonly text: string
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

type Parsed = Readonly<Record<string, unknown>>

function nodeOf(parsed: Parsed): XmlNode | undefined {
  const name = Object.keys(parsed).find((key) => key !== ':@')
  if (name === undefined || name.startsWith('#')) return undefined
  const inner = parsed[name] as readonly Parsed[]
  const text = inner.map((child) => ('#text' in child ? String(child['#text']) : '')).join('')
  const attributes = Object.fromEntries(
    Object.entries((parsed[':@'] ?? {}) as Record<string, unknown>).map(([key, value]) => [key, String(value).trim()]),
  )
  const children = inner.map(nodeOf).filter((child) => child !== undefined)
  return { name, attributes, children, text: text.trim() }
}

/** By its mark, by what its first line says, else UTF-8. */
function decode(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 200)
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1]
  const mark = head.startsWith('\xff\xfe') ? 'utf-16le' : head.startsWith('\xfe\xff') ? 'utf-16be' : undefined
  return new TextDecoder(mark ?? declared ?? 'utf-8', { fatal: true }).decode(bytes)
}

/** The root of the document. Documents that declare entities of their own are refused: no manifest needs one. */
export function readXml(bytes: Buffer, path: string): XmlNode {
  try {
    const text = decode(bytes)
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Error('it declares a document type')
    const roots = (parser.parse(text, true) as readonly Parsed[]).map(nodeOf).filter((node) => node !== undefined)
    if (roots.length !== 1 || !roots[0]) throw new Error('it has no single root')
    return roots[0]
  } catch (error) {
    throw new Unfit('manifest-unreadable', `${path}: ${error instanceof Error ? error.message : ''}`)
  }
}

export function childrenOf(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? []
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name)
}

/** The text at the end of a way of names; empty where it leads nowhere. */
export function textAt(node: XmlNode | undefined, ...way: readonly string[]): string {
  return way.reduce<XmlNode | undefined>(childOf, node)?.text ?? ''
}
