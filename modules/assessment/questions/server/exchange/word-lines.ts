/** The lines of a Word document as HTML, and what its layout means: numbers, letters, and fields with a colon. */

export interface WordLine {
  readonly html: string
  /** In an automatic list: 1 for its entries, 2 for those below them. */
  readonly level: 0 | 1 | 2
}

const blockTag = /<(\/?)(p|h[1-6]|ol|ul|li)(?:\s[^>]*)?>|<table>.*?<\/table>/gs
/** Marks what an author has to put in again, because no import can bring it along. */
const pictureMark = '【图片】'
export const lostMarks = /【图片】|【公式：[^】]*】/

/** Blanks are often underlined spaces. */
const inlineOf = (html: string) =>
  html
    // A picture of a type that browsers do not show has no source.
    .replace(/<img[^>]*>/g, (picture) => (/\bsrc="media:\d+"/.test(picture) ? picture : pictureMark))
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/<u>(?:\s|&nbsp;|\u00a0|\u3000)*<\/u>/g, '____')
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
}))

export type LineMeaning =
  | { readonly kind: 'question' | 'part'; readonly rest: string }
  | { readonly kind: 'section'; readonly title: string }
  | { readonly kind: 'option'; readonly number: number; readonly rest: string }
  | { readonly kind: 'field'; readonly field: WordField; readonly rest: string }
  | { readonly kind: 'more'; readonly rest: string }

const numbered = /^\d{1,4}\s*[.．、]\s*/
const inBrackets = /^[（(]\d{1,4}[）)]\s*/
const section = /^[一二三四五六七八九十]{1,3}\s*[、.．]\s*/
const lettered = /^(?:选项)?([A-Z]|(?<=选项)\d{2,3})\s*[.．、:：]\s*/

/** A field that stands in brackets, such as 【答案】, may do without the colon. */
const bracketField = (html: string) => html.replace(/^【([^】]{2,6})】(?!\s*[:：])/, '$1：')

export function meaningOfLine({ html, level }: WordLine): LineMeaning {
  const line = html.startsWith('【') ? bracketField(html) : html
  for (const { field, pattern } of fieldPatterns)
    if (pattern.test(line)) return { kind: 'field', field, rest: line.replace(pattern, '') }
  if (level === 1) return { kind: 'question', rest: html }
  if (numbered.test(html)) return { kind: 'question', rest: html.replace(numbered, '') }
  if (inBrackets.test(html)) return { kind: 'part', rest: html.replace(inBrackets, '') }
  if (section.test(html)) return { kind: 'section', title: html.replace(section, '') }
  const [prefix, name = ''] = lettered.exec(html) ?? []
  if (prefix === undefined) return { kind: 'more', rest: html }
  const number = /\d/.test(name) ? Number(name) : name.charCodeAt(0) - 64
  return { kind: 'option', number, rest: html.slice(prefix.length) }
}

/** Options that stand beside each other in one line: `A. … B. …`. */
export function splitOptions(html: string): string[] {
  if (!/^A\s*[.．、:：]/.test(html) || html.includes('&lt;html&gt;')) return [html]
  const parts: string[] = []
  let rest = html
  for (let code = 66; code <= 90; code += 1) {
    const next = new RegExp(String.raw`(?:\s|&nbsp;|\u3000)+${String.fromCharCode(code)}\s*[.．、:：]`).exec(rest)
    if (!next) break
    parts.push(rest.slice(0, next.index))
    rest = rest.slice(next.index).trimStart()
  }
  return [...parts, rest]
}
