/** Blanks in the text of a stem: `____` (three or more) or a pair of brackets with nothing in it. */

/** What is no text: formulas with what stands in them, and tags with their attributes. */
const markup = String.raw`<span\b[^<>]*\bdata-latex=(?:"[^"]*"|'[^']*')[^<>]*>[^<]*</span>|<(?:"[^"]*"|'[^']*'|[^"'<>])*>`
const blank = String.raw`_{3,}|\((?:\s|&nbsp;)*\)`
const chineseBlank = String.raw`（(?:\s|&nbsp;)*）`

/** The places of a pattern in the text, those in formulas and tags left out. */
function placesOf(pattern: string, stem: string): readonly RegExpExecArray[] {
  return [...stem.matchAll(new RegExp(`${markup}|(${pattern})`, 'g'))].filter((match) => match[1] !== undefined)
}

/** The texts before, between and after the blanks: one more than there are blanks. */
export function splitAtBlanks(stem: string): string[] {
  const blanks = placesOf(blank, stem)
  const ends = blanks.map((match) => match.index + match[0].length)
  return [...blanks, undefined].map((next, at) => stem.slice(at === 0 ? 0 : ends[at - 1], next?.index))
}

export function countBlanks(stem: string): number {
  return placesOf(blank, stem).length
}

/** An empty pair of Chinese brackets looks like a blank and is none (EXAM-036). */
export function hasChineseBlank(stem: string): boolean {
  return placesOf(chineseBlank, stem).length > 0
}

export function hasChineseBracket(answer: string): boolean {
  return /[（）]/.test(answer)
}

/** The alternatives of a blank: `|` separates them (EXAM-035). */
export function alternativesOf(answer: string): string[] {
  return answer.split('|').map((text) => text.trim())
}
