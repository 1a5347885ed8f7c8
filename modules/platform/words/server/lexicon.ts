/** A company's words as a searchable lexicon: patterns of words and allowed phrases, in one automaton. */
import { pinyin } from 'pinyin-pro'
import type { Hit, WordLevel, WordOptions } from '../contract.ts'
import { Automaton } from './automaton.ts'
import { type NormalizedText, type Normalizer, normalizerFor } from './normalize.ts'

export interface LexiconWord {
  readonly word: string
  readonly category: string
  readonly level: WordLevel
}

export interface FoundWord extends Hit {
  readonly category: string
  readonly level: WordLevel
}

/** The search stops here, because more hits do not help anybody. */
const HITS_MAX = 500

interface Pattern {
  readonly codes: Int32Array
  /** Undefined for an allowed phrase. */
  readonly word?: LexiconWord
  /** The pattern matches whole Latin words and numbers only. */
  readonly whole: boolean
  /** No separators between its characters, because initials would otherwise match almost everywhere. */
  readonly adjacent: boolean
}

const han = /^\p{Script=Han}{2,}$/u
const wordCharacter = /[\p{Script=Latin}\p{Nd}]/u
const followingMarks = /\p{M}+/uy

const isWordCharacter = (code: number) => wordCharacter.test(String.fromCodePoint(code))

export class Lexicon {
  readonly #normalizer: Normalizer
  readonly #patterns: readonly Pattern[]
  readonly #automaton: Automaton

  constructor(words: readonly LexiconWord[], phrases: readonly string[], options: WordOptions) {
    const normalizer = normalizerFor(options)
    this.#normalizer = normalizer
    this.#patterns = [
      ...words.flatMap((word) => patternsOf(word, normalizer, options)),
      ...phrases.map((phrase) => ({ codes: codesOf(normalizer, phrase), whole: false, adjacent: false })),
    ].filter(({ codes }) => codes.length > 0)
    this.#automaton = new Automaton(this.#patterns.map(({ codes }) => codes))
  }

  /** The first 500 hits in the order of the text. */
  find(text: string): FoundWord[] {
    if (this.#patterns.length === 0 || text === '') return []
    const normalized = this.#normalizer.normalize(text)
    const found: { pattern: Pattern; first: number; last: number }[] = []
    // For each index, the last character of the longest allowed phrase that starts there.
    let allowed: Int32Array | undefined
    this.#automaton.search(normalized.codes, normalized.length, (number, last) => {
      const pattern = this.#patterns[number] as Pattern
      const first = last - pattern.codes.length + 1
      if (pattern.word) {
        if (isMatch(pattern, normalized, first, last)) found.push({ pattern, first, last })
        return
      }
      allowed ??= new Int32Array(normalized.length).fill(-1)
      allowed[first] = Math.max(allowed[first] as number, last)
    })
    const isAllowed = coveredBy(allowed)
    return found
      .filter(({ first, last }) => !isAllowed(first, last))
      .sort((a, b) => a.first - b.first || b.last - a.last)
      .slice(0, HITS_MAX)
      .map(({ pattern, first, last }) => ({
        ...(pattern.word as LexiconWord),
        start: normalized.starts[first] as number,
        end: endWithMarks(text, normalized.ends[last] as number),
      }))
  }
}

function codesOf(normalizer: Normalizer, text: string): Int32Array {
  const { codes, length } = normalizer.normalize(text)
  return codes.slice(0, length)
}

function patternsOf(word: LexiconWord, normalizer: Normalizer, options: WordOptions): Pattern[] {
  const codes = codesOf(normalizer, word.word)
  const patterns: Pattern[] = [{ codes, word, whole: options.wholeLatinWords, adjacent: false }]
  const { pinyinInitialsFrom: initialsFrom } = options
  if ((!options.pinyin && initialsFrom === 0) || !han.test(word.word)) return patterns
  if (options.pinyin) {
    const read = pinyin(word.word, { toneType: 'none', v: true, separator: '' })
    patterns.push({ codes: codesOf(normalizer, read), word, whole: true, adjacent: false })
  }
  if (initialsFrom !== 0 && [...word.word].length >= initialsFrom) {
    const initials = pinyin(word.word, { pattern: 'first', toneType: 'none', separator: '' })
    patterns.push({ codes: codesOf(normalizer, initials), word, whole: true, adjacent: true })
  }
  return patterns
}

/** Whether the pattern's conditions on separators and whole words hold at this place. */
function isMatch(pattern: Pattern, { codes, gaps, length }: NormalizedText, first: number, last: number): boolean {
  if (pattern.adjacent) for (let at = first + 1; at <= last; at++) if (gaps[at] === 1) return false
  if (!pattern.whole) return true
  const joined = (left: number, right: number) =>
    gaps[right] === 0 && isWordCharacter(codes[left] as number) && isWordCharacter(codes[right] as number)
  return !(first > 0 && joined(first - 1, first)) && !(last + 1 < length && joined(last, last + 1))
}

/** Whether an allowed phrase covers the range from the first to the last index. */
function coveredBy(allowed: Int32Array | undefined): (first: number, last: number) => boolean {
  if (!allowed) return () => false
  let reached = -1
  const reach = allowed.map((last) => {
    reached = Math.max(reached, last)
    return reached
  })
  return (first, last) => (reach[first] as number) >= last
}

/** Extends a hit by the combining marks of its last character. */
function endWithMarks(text: string, end: number): number {
  followingMarks.lastIndex = end
  return followingMarks.test(text) ? followingMarks.lastIndex : end
}
