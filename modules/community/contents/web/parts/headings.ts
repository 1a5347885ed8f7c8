/** The outline of an article: its headings get ids of the view, so that they can be linked and followed while reading. */

export interface Heading {
  readonly id: string
  readonly level: number
  readonly text: string
}

/** The server has cleaned the text: its tags are closed and without surprises. */
const HEADING = /<h([1-4])((?:\s[^>]*)?)>([\s\S]*?)<\/h\1>/g
const ID = /\sid="[^"]*"/

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** What can be read of cleaned HTML. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .trim()
}

/** The same HTML with anchors, and what is found under them. A heading without words is none. */
export function withHeadings(html: string): { readonly html: string; readonly headings: readonly Heading[] } {
  const headings: Heading[] = []
  const anchored = html.replace(HEADING, (whole, level: string, attributes: string, inner: string) => {
    const text = textOfHtml(inner)
    if (text === '') return whole
    const id = `part-${headings.length + 1}`
    headings.push({ id, level: Number(level), text })
    return `<h${level} id="${id}" tabindex="-1"${attributes.replace(ID, '')}>${inner}</h${level}>`
  })
  return { html: anchored, headings }
}

const HAN_A_MINUTE = 400
const WORDS_A_MINUTE = 220

/** How many minutes a text takes; one at least. */
export function minutesToRead(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(han / HAN_A_MINUTE + words / WORDS_A_MINUTE))
}
