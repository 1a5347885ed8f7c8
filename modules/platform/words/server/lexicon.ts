/** The words of a company, ready to be searched for: patterns of every word, exceptions, and the automaton over all. */
import { pinyin } from 'pinyin-pro'
import type { Hit, WordLevel, WordOptions } from '../contract.ts'
import { Automaton } from './automaton.ts'
import { type Folded, type Folder, folderOf } from './normalize.ts'

export interface LexiconWord {
  readonly word: string
  readonly category: string
  readonly level: WordLevel
}

export interface FoundWord extends Hit {
  readonly category: string
  readonly level: WordLevel
}

/** More hits of a text say nothing new. */
const HITS_MAX = 500

interface Pattern {
  readonly codes: Int32Array
  /** Missing for a phrase that is let through. */
  readonly word?: LexiconWord
  /** Not inside a longer Latin word or number. */
  readonly whole: boolean
  /** Nothing may stand between its characters: initials alone are found everywhere otherwise. */
  readonly tight: boolean
}

const han = /^\p{Script=Han}{2,}$/u
const wordCharacter = /[\p{Script=Latin}\p{Nd}]/u
const followingMarks = /\p{M}+/uy

const isWordCharacter = (code: number) => wordCharacter.test(String.fromCodePoint(code))

export class Lexicon {
  readonly #folder: Folder
  readonly #patterns: readonly Pattern[]
  readonly #automaton: Automaton

  constructor(words: readonly LexiconWord[], phrases: readonly string[], options: WordOptions) {
    const folder = folderOf(options)
    this.#folder = folder
    this.#patterns = [
      ...words.flatMap((word) => patternsOf(word, folder, options)),
      ...phrases.map((phrase) => ({ codes: codesOf(folder, phrase), whole: false, tight: false })),
    ].filter(({ codes }) => codes.length > 0)
    this.#automaton = new Automaton(this.#patterns.map(({ codes }) => codes))
  }

  /** Where the words stand in the text, from front to back; the first 500. */
  find(text: string): FoundWord[] {
    if (this.#patterns.length === 0 || text === '') return []
    const folded = this.#folder.fold(text)
    const found: { pattern: Pattern; first: number; last: number }[] = []
    // For each place, the last character of the longest phrase that begins there.
    let allowed: Int32Array | undefined
    this.#automaton.search(folded.codes, folded.length, (number, last) => {
      const pattern = this.#patterns[number] as Pattern
      const first = last - pattern.codes.length + 1
      if (pattern.word) {
        if (stands(pattern, folded, first, last)) found.push({ pattern, first, last })
        return
      }
      allowed ??= new Int32Array(folded.length).fill(-1)
      allowed[first] = Math.max(allowed[first] as number, last)
    })
    const isAllowed = coveredBy(allowed)
    return found
      .filter(({ first, last }) => !isAllowed(first, last))
      .sort((a, b) => a.first - b.first || b.last - a.last)
      .slice(0, HITS_MAX)
      .map(({ pattern, first, last }) => ({
        ...(pattern.word as LexiconWord),
        start: folded.starts[first] as number,
        end: endWithMarks(text, folded.ends[last] as number),
      }))
  }
}

function codesOf(folder: Folder, text: string): Int32Array {
  const { codes, length } = folder.fold(text)
  return codes.slice(0, length)
}

function patternsOf(word: LexiconWord, folder: Folder, options: WordOptions): Pattern[] {
  const codes = codesOf(folder, word.word)
  const patterns: Pattern[] = [{ codes, word, whole: options.wholeLatinWords, tight: false }]
  const { pinyinInitialsFrom: initialsFrom } = options
  if ((!options.pinyin && initialsFrom === 0) || !han.test(word.word)) return patterns
  if (options.pinyin) {
    const read = pinyin(word.word, { toneType: 'none', v: true, separator: '' })
    patterns.push({ codes: codesOf(folder, read), word, whole: true, tight: false })
  }
  if (initialsFrom !== 0 && [...word.word].length >= initialsFrom) {
    const initials = pinyin(word.word, { pattern: 'first', toneType: 'none', separator: '' })
    patterns.push({ codes: codesOf(folder, initials), word, whole: true, tight: true })
  }
  return patterns
}

/** Whether a pattern that ends here may stand here. */
function stands(pattern: Pattern, { codes, gaps, length }: Folded, first: number, last: number): boolean {
  if (pattern.tight) for (let at = first + 1; at <= last; at++) if (gaps[at] === 1) return false
  if (!pattern.whole) return true
  const joined = (left: number, right: number) =>
    gaps[right] === 0 && isWordCharacter(codes[left] as number) && isWordCharacter(codes[right] as number)
  return !(first > 0 && joined(first - 1, first)) && !(last + 1 < length && joined(last, last + 1))
}

/** Whether a phrase begins at or before the first place and ends at or behind the last. */
function coveredBy(allowed: Int32Array | undefined): (first: number, last: number) => boolean {
  if (!allowed) return () => false
  let reached = -1
  const reach = allowed.map((last) => {
    reached = Math.max(reached, last)
    return reached
  })
  return (first, last) => (reach[first] as number) >= last
}

/** Marks that combine with the last character belong to what is marked. */
function endWithMarks(text: string, end: number): number {
  followingMarks.lastIndex = end
  return followingMarks.test(text) ? followingMarks.lastIndex : end
}
