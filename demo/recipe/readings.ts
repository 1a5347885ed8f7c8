import { readFileSync } from 'node:fs'

const readings: Record<string, string> = JSON.parse(readFileSync(new URL('./pinyin.json', import.meta.url), 'utf8'))

/**
 * The syllables of a sentence, grouped into words: the speech program reads syllables rightly, but not characters.
 * Throws where pinyin.json (written by pinyin.ts) does not know the sentence.
 */
export function readingOf(sentence: string): string {
  const reading = readings[sentence]
  if (reading === undefined) throw new Error(`pinyin.json has no reading of ${sentence}`)
  return reading
}
