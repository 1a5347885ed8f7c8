/** What can be known of a text from its HTML, which the server has cleaned: its tags are closed and without surprises. */

/** A heading as it stands on the page that shows the text. */
export interface Heading {
  readonly id: string
  readonly level: number
  readonly text: string
}

const HEADING = /<h([1-4])(?:\s[^>]*)?>([\s\S]*?)<\/h\1>/g
const BLOCK_END = /<(?:br|\/p|\/h[1-4]|\/li|\/td|\/th|\/pre|\/blockquote|\/figcaption)\b[^>]*>/gi

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** What can be read of it, a line for each block, as the server counts it. */
export function textOfHtml(html: string): string {
  return html
    .replace(BLOCK_END, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .trim()
}

/** How many headings an outline has. One without words is none. */
export const headingCount = (html: string): number =>
  [...html.matchAll(HEADING)].filter(([, , inner = '']) => textOfHtml(inner) !== '').length

const HAN_A_MINUTE = 400
const WORDS_A_MINUTE = 220

/** How many minutes a text takes; one at least. */
export function minutesToRead(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(han / HAN_A_MINUTE + words / WORDS_A_MINUTE))
}
