/**
 * Words of a text for the index. Chinese has none, so a run of Chinese characters gives its single characters and its pairs of
 * neighbors; letters and digits give words. A text that contains what was typed contains all of its words, whatever a
 * dictionary would have cut.
 */

/** Invisible characters and signs of direction: they are in texts that were copied from elsewhere. */
const invisible = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}]+/gu

/** What is no punctuation: Chinese marks such as ： have Latin forms of the same meaning, and are shown as they were written. */
const noPunctuation = /[^\p{P}]+/gu

/** The text as it is shown and marked: one form of each letter, one space between words. */
export function cleanText(text: string): string {
  return text
    .replace(noPunctuation, (run) => run.normalize('NFKC'))
    .replace(/[\n\t\r]/g, ' ')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text as it is compared. */
export const keyOf = (text: string): string => cleanText(text).normalize('NFKC').toLowerCase()

const wordLengthMax = 60
const runs = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}〇々]+)|([\p{L}\p{M}\p{N}]+)/gu
const lettersOrDigits = /\p{N}+|[\p{L}\p{M}]+/gu

/** The singular of an English word, as far as its ending says so; other words as they are. */
function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

interface Run {
  readonly text: string
  readonly isChinese: boolean
}

/** The runs of a text that is a key already. */
export function runsOf(key: string): Run[] {
  return [...key.matchAll(runs)].map(([text, chinese]) => ({ text, isChinese: chinese !== undefined }))
}

/** Items joined in pairs with the next one. */
export function pairsOf(items: readonly string[], between = ''): string[] {
  return items.slice(1).map((item, index) => `${items[index]}${between}${item}`)
}

/** What is indexed of a text. */
export function wordsOf(text: string, words: Set<string> = new Set()): Set<string> {
  for (const { text: run, isChinese } of runsOf(keyOf(text))) {
    if (isChinese) {
      const characters = [...run]
      for (const one of characters) words.add(one)
      for (const pair of pairsOf(characters)) words.add(pair)
      continue
    }
    const parts = run.match(lettersOrDigits) ?? []
    for (const word of [run, ...parts]) {
      words.add(word.slice(0, wordLengthMax))
      words.add(singular(word).slice(0, wordLengthMax))
    }
  }
  return words
}

const quoted = (word: string) => `'${word.replace(/[\\']/g, '\\$&')}'`

/** What a typed text needs, as the text of a `tsquery`; empty where it has no words. The last letters may be the start of a word. */
export function neededWords(text: string): string {
  const parts = runsOf(keyOf(text)).flatMap(({ text: run, isChinese }) => {
    if (!isChinese) return [`${quoted(singular(run).slice(0, wordLengthMax))}:*`]
    const characters = [...run]
    return characters.length === 1 ? characters.map(quoted) : pairsOf(characters).map(quoted)
  })
  return [...new Set(parts)].join(' & ')
}

export const companyWord = (companyId: string): string => `@${companyId}`
export { quoted }
