/**
 * Rich text in cells of plain text. A text without formats is written as it is read; everything else as its HTML, marked
 * where it could be mistaken for a plain text. What was written reads back the same.
 */

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const decode = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: keyof typeof entities) => entities[name])

/** `block`: a paragraph a line, as stems are; `inline`: lines with breaks, as options are. */
export type CellShape = 'block' | 'inline'

const marked = /^<html>(.*)<\/html>$/s
export const hasTag = /<\/?[a-z][^<>]*>/i

function plainToHtml(text: string, shape: CellShape): string {
  const lines = escapeText(text).split('\n')
  return shape === 'block' ? lines.map((line) => `<p>${line}</p>`).join('') : lines.join('<br />')
}

/** A cell as somebody typed it, or as it was exported. */
export function richTextOf(cell: string, shape: CellShape): string {
  const text = cell.replaceAll('\r\n', '\n').trim()
  if (text === '') return ''
  const html = marked.exec(text)?.[1]
  if (html !== undefined) return html
  return hasTag.test(text) ? text : plainToHtml(text, shape)
}

function plainOf(html: string, shape: CellShape): string {
  const lines = shape === 'block' ? html.replace(/^<p>|<\/p>$/g, '').split('</p><p>') : html.split('<br />')
  return decode(lines.join('\n'))
}

/** The plainest text that reads back the same. */
export function cellOf(html: string, shape: CellShape): string {
  const candidates = [plainOf(html, shape), html]
  return candidates.find((cell) => richTextOf(cell, shape) === html) ?? `<html>${html}</html>`
}
