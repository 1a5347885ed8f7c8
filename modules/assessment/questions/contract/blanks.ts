/** Blanks in the text of a stem: `____` (three or more) or a pair of brackets with nothing in it. */

const blank = String.raw`_{3,}|\((?:\s|&nbsp;)*\)`

/** The texts before, between and after the blanks: one more than there are blanks. */
export function splitAtBlanks(stem: string): string[] {
  return stem.split(new RegExp(blank, 'g'))
}

export function countBlanks(stem: string): number {
  return splitAtBlanks(stem).length - 1
}

/** An empty pair of Chinese brackets looks like a blank and is none (EXAM-036). */
export function hasChineseBlank(stem: string): boolean {
  return /（(?:\s|&nbsp;)*）/.test(stem)
}

export function hasChineseBracket(answer: string): boolean {
  return /[（）]/.test(answer)
}

/** The alternatives of a blank: `|` separates them (EXAM-035). */
export function alternativesOf(answer: string): string[] {
  return answer.split('|').map((text) => text.trim())
}
