/** A formula as the tree of its MathML, which KaTeX makes of LaTeX. */
import { XMLParser } from 'fast-xml-parser'
import katex from 'katex'

export interface MathNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly MathNode[]
}

const parser = new XMLParser({
  ...{ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '', trimValues: false },
  ...{ parseTagValue: false, parseAttributeValue: false, processEntities: true },
})

type Parsed = Readonly<Record<string, unknown>>

function nodeOf(parsed: Parsed): MathNode | undefined {
  const name = Object.keys(parsed).find((key) => key !== ':@' && key !== '#text')
  if (name === undefined) return undefined
  const inner = parsed[name] as readonly Parsed[]
  return {
    name,
    attributes: (parsed[':@'] ?? {}) as Readonly<Record<string, string>>,
    text: inner.map((child) => String(child['#text'] ?? '')).join(''),
    children: inner.flatMap((child) => nodeOf(child) ?? []),
  }
}

/** Undefined where the LaTeX is none. */
export function formulaTree(latex: string): MathNode | undefined {
  const drawn = katex.renderToString(latex, { output: 'mathml', throwOnError: false, trust: false })
  const start = drawn.indexOf('<semantics>')
  const end = drawn.indexOf('<annotation')
  if (start < 0 || end < 0 || drawn.includes('<merror')) return undefined
  const [root] = parser.parse(`<mrow>${drawn.slice(start + '<semantics>'.length, end)}</mrow>`) as Parsed[]
  return root && nodeOf(root)
}

/** Every character that it shows. */
export const formulaText = (node: MathNode): string =>
  node.text.replaceAll('\u2061', '') + node.children.map(formulaText).join('')
