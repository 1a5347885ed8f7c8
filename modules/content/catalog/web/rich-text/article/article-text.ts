/** What can be read of a document that is being written: its text, its headings, and where words stand in it. */
import type { Node } from '@tiptap/pm/model'

/** The text as the server counts it: a line for each block. */
export function textOf(doc: Node): string {
  return doc.textBetween(0, doc.content.size, '\n', (leaf) => {
    const { latex, name } = leaf.attrs as { latex?: string; name?: string }
    if (leaf.type.name === 'mention') return `@${name ?? ''}`
    return latex ?? name ?? (leaf.type.name === 'hardBreak' ? '\n' : '')
  })
}

export interface Heading {
  readonly level: number
  readonly text: string
  /** Where it stands in the document. */
  readonly at: number
}

export function headingsOf(doc: Node): Heading[] {
  const found: Heading[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '')
      found.push({ level: Number(node.attrs.level), text: node.textContent.trim(), at })
    return !node.isTextblock
  })
  return found
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** Signs that lower case makes longer stay as they are, so that places are kept. */
const lowered = (text: string) =>
  text.replace(/[^\p{Ll}]/gu, (sign) => {
    const lower = sign.normalize('NFKC').toLowerCase()
    return lower.length === sign.length ? lower : sign
  })

const noText = '\ufffc'

/** Where the words stand, inside one block each, whatever their case and width. */
export function placesOf(doc: Node, words: readonly string[], max = 1000): Span[] {
  const wanted = words.map(lowered).filter((word) => word !== '')
  const found: Span[] = []
  if (wanted.length === 0) return found
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    const text = lowered(node.textBetween(0, node.content.size, undefined, noText))
    for (const word of wanted)
      for (
        let place = text.indexOf(word);
        place >= 0 && found.length < max;
        place = text.indexOf(word, place + word.length)
      )
        found.push({ from: at + 1 + place, to: at + 1 + place + word.length })
    return false
  })
  return found.sort((a, b) => a.from - b.from)
}
