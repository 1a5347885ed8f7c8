/** A line of HTML as the text in it: where a piece of the text begins and ends in the HTML, tags left whole. */

/** The text of a line without its tags, a picture as one character, and the place of each character in the HTML. */
interface LineText {
  readonly text: string
  readonly places: readonly number[]
}

const tag = /<[^>]*>/g

export function textInLine(html: string): LineText {
  let text = ''
  const places: number[] = []
  let from = 0
  const take = (to: number) => {
    for (let at = from; at < to; at += 1) places.push(at)
    text += html.slice(from, to)
  }
  for (const match of html.matchAll(tag)) {
    take(match.index)
    if (match[0].startsWith('<img')) {
      text += '\ufffc'
      places.push(match.index)
    }
    from = match.index + match[0].length
  }
  take(html.length)
  return { text, places }
}

const isVoid = (name: string) => ['br', 'img', 'hr'].includes(name)

interface Tag {
  readonly name: string
  readonly html: string
}

/** The tags that are open after this HTML. */
function openTags(html: string): Tag[] {
  const open: Tag[] = []
  for (const [own, close, name = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (close) open.pop()
    else if (!isVoid(name)) open.push({ name, html: own })
  }
  return open
}

const emptyTags = /<(strong|em|u|s|sub|sup|mark)>(\s*)<\/\1>/g

/** Without the tags that have nothing in them. */
function withoutEmptyTags(html: string): string {
  for (let [before, left] = ['', html]; ; [before, left] = [left, left.replace(emptyTags, '$2')])
    if (before === left) return left
}

/** The HTML of the characters from one place of the text to another. Tags that the cut goes through are closed and opened. */
export function sliceLine(html: string, from: number, to?: number): string {
  const { places } = textInLine(html)
  const start = from === 0 ? 0 : (places[from] ?? html.length)
  const end = to === undefined ? html.length : (places[to] ?? html.length)
  const before = from === 0 ? [] : openTags(html.slice(0, start))
  const piece = before.map((one) => one.html).join('') + html.slice(start, end)
  const closing = openTags(piece)
    .toReversed()
    .map(({ name }) => `</${name}>`)
  return withoutEmptyTags(piece + closing.join('')).trim()
}

/** The line without the tags of this name; what stands in them stays. */
export const withoutTag = (html: string, name: string) => html.replaceAll(`<${name}>`, '').replaceAll(`</${name}>`, '')
