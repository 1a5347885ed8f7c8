/** The lines of a Word document as HTML, and what its layout means: numbers, letters, and fields with a colon. */
import { sliceLine, textInLine } from './word-html.ts'

export interface WordLine {
  readonly html: string
  /** In an automatic list: 1 for its entries, 2 for those below them. */
  readonly level: 0 | 1 | 2
}

const blockTag = /<(\/?)(p|h[1-6]|ol|ul|li)(?:\s[^>]*)?>|<table>.*?<\/table>/gs
/** Marks what an author has to put in again, because no import can bring it along. */
export const lostMarks = /【图片】|【公式：[^】]*】/
/** A drawing that browsers do not show. */
export const drawingMark = /【图片：[A-Z]{3,4}】/

function pictureMark(picture: string): string {
  const type = /\bdata-type="([A-Z]{3,4})"/.exec(picture)?.[1]
  return type === undefined ? '【图片】' : `【图片：${type}】`
}

/** Blanks are often underlined spaces; `\s` knows the wide one. */
const inlineOf = (html: string) =>
  html
    // A picture of a type that browsers do not show has no source.
    .replace(/<img[^>]*>/g, (picture) => (/\bsrc="media:\d+"/.test(picture) ? picture : pictureMark(picture)))
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll('</mark><mark>', '')
    .replace(/<u>(?:\s|&nbsp;)*<\/u>/g, '____')
    .trim()

export function wordLines(html: string): WordLine[] {
  const lines: WordLine[] = []
  let depth = 0
  let isEntry = false
  let from = 0
  const take = (to: number) => {
    const text = inlineOf(html.slice(from, to))
    if (text === '') return
    lines.push({ html: text, level: isEntry ? (Math.min(2, depth) as 1 | 2) : 0 })
    isEntry = false
  }
  for (const match of html.matchAll(blockTag)) {
    const [tag, close, name = 'table'] = match
    take(match.index)
    from = match.index + tag.length
    if (name === 'table') lines.push({ html: tag, level: 0 })
    if (name === 'ol' || name === 'ul') depth += close ? -1 : 1
    if (name === 'li' && !close) isEntry = true
  }
  take(html.length)
  return lines
}

const fieldNames = {
  answer: ['正确答案', '参考答案', '答案', 'answer'],
  explanation: ['试题解析', '答案解析', '解析', 'explanation'],
  difficulty: ['难度', 'difficulty'],
  topics: ['知识点', 'knowledge points'],
  score: ['分值', 'score'],
  source: ['来源', 'source'],
  settings: ['设置', 'settings'],
} as const
export type WordField = keyof typeof fieldNames

const fieldPatterns = Object.entries(fieldNames).map(([field, names]) => ({
  field: field as WordField,
  pattern: new RegExp(String.raw`^[【\[]?(?:${names.join('|')})[】\]]?\s*[:：]\s*`, 'i'),
  // A field that stands in brackets, such as 【答案】, may do without the colon.
  bracketed: new RegExp(String.raw`^【(?:${names.join('|')})】\s*`, 'i'),
}))

export type LineMeaning =
  | { readonly kind: 'question' | 'part'; readonly rest: string }
  | { readonly kind: 'section'; readonly title: string }
  | { readonly kind: 'option'; readonly number: number; readonly rest: string; readonly label: string }
  | { readonly kind: 'field'; readonly field: WordField; readonly rest: string }
  | { readonly kind: 'more'; readonly rest: string }

const numbered = /^\d{1,4}\s*[.．、]\s*/
const inBrackets = /^[（(]\d{1,4}[）)]\s*/
const section = /^[一二三四五六七八九十]{1,3}\s*[、.．]\s*/
const lettered = /^(?:选项)?([A-Z]|(?<=选项)\d{2,3})\s*[.．、:：]\s*/

/** A label may be bold or red, in part or with what follows it: it is found in the text, and cut out of the HTML. */
export function meaningOfLine({ html, level }: WordLine): LineMeaning {
  const { text } = textInLine(html)
  const restAfter = (pattern: RegExp): string | undefined => {
    const [label] = pattern.exec(text) ?? []
    return label === undefined ? undefined : sliceLine(html, label.length)
  }
  for (const { field, pattern, bracketed } of fieldPatterns) {
    const rest = restAfter(pattern) ?? restAfter(bracketed)
    if (rest !== undefined) return { kind: 'field', field, rest }
  }
  if (level === 1) return { kind: 'question', rest: html }
  const question = restAfter(numbered)
  if (question !== undefined) return { kind: 'question', rest: question }
  const part = restAfter(inBrackets)
  if (part !== undefined) return { kind: 'part', rest: part }
  const title = restAfter(section)
  if (title !== undefined) return { kind: 'section', title }
  const [label, name = ''] = lettered.exec(text) ?? []
  if (label === undefined) return { kind: 'more', rest: html }
  const number = /\d/.test(name) ? Number(name) : name.charCodeAt(0) - 64
  return { kind: 'option', number, rest: sliceLine(html, label.length), label: sliceLine(html, 0, label.length) }
}

/** Options that stand beside each other in one line: `A. … B. …`. */
export function splitOptions(html: string): string[] {
  const { text } = textInLine(html)
  if (!/^A\s*[.．、:：]/.test(text) || html.includes('&lt;html&gt;')) return [html]
  const starts = [0]
  for (let code = 66; code <= 90; code += 1) {
    const last = starts.at(-1) ?? 0
    const next = new RegExp(String.raw`(?:\s|&nbsp;)+(?=${String.fromCharCode(code)}\s*[.．、:：])`).exec(
      text.slice(last),
    )
    if (!next) break
    starts.push(last + next.index + next[0].length)
  }
  if (starts.length === 1) return [html]
  return starts.map((start, at) => sliceLine(html, start, starts[at + 1]))
}
