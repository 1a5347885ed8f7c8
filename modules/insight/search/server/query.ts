/**
 * What was typed, as conditions: words that are needed, phrases in quotation marks, words with a minus that must not be there.
 * Nothing else has a meaning: brackets, stars and `or` are text.
 */
import { cleanText, companyWord, keyOf, neededWords, quoted } from './words.ts'

export interface Term {
  /** As it is compared. */
  readonly key: string
  readonly isPhrase: boolean
}

export interface ParsedQuery {
  readonly terms: readonly Term[]
  readonly without: readonly Term[]
  /** The needed terms as one text. */
  readonly key: string
}

const termsMax = 12
const part = /(?<![^\s])(-?)(?:"([^"]*)"|“([^”]*)”|「([^」]*)」)|(\S+)/g

export function parseQuery(text: string): ParsedQuery {
  const terms: Term[] = []
  const without: Term[] = []
  for (const [, minus = '', plain, curly, corner, word = ''] of cleanText(text).matchAll(part)) {
    const phrase = plain ?? curly ?? corner
    const isMinus = minus === '-' || (phrase === undefined && /^-./u.test(word))
    const key = keyOf(phrase ?? (isMinus ? word.slice(1) : word))
    if (neededWords(key) === '') continue
    const list = isMinus ? without : terms
    if (list.length < termsMax) list.push({ key, isPhrase: phrase !== undefined })
  }
  return { terms, without, key: terms.map(({ key }) => key).join(' ') }
}

const replacementsMax = 6

/** Spellings of a term that mean the same: with each synonym in the place of what it stands for. */
function spellingsOf(term: Term, synonyms: ReadonlyMap<string, readonly string[]>): string[] {
  if (term.isPhrase) return [term.key]
  const found = new Set([term.key])
  for (const [word, others] of synonyms)
    if (term.key.includes(word))
      for (const other of others)
        if (found.size < replacementsMax) found.add(term.key === word ? other : term.key.replaceAll(word, other))
  return [...found]
}

/** Parts of the term that may be synonyms. */
export function partsOf(key: string, lengthMax: number): string[] {
  const characters = [...key]
  const parts = new Set<string>()
  for (let from = 0; from < characters.length; from += 1)
    for (let length = 1; length <= lengthMax && from + length <= characters.length; length += 1)
      parts.add(characters.slice(from, from + length).join(''))
  return [...parts]
}

/** Words with the weight of the title: `'安全':A`. */
const inTitle = (needed: string) =>
  needed.replace(/('(?:[^'\\]|\\.)*')(:\*)?/g, (_, word: string, star?: string) => `${word}:${star ? '*' : ''}A`)

export interface Needed {
  /** The texts of a `tsquery`: all that is needed, in the company; the same in the title; any of it. */
  readonly all: string
  readonly title: string
  readonly any: string
  /** What has to stand there as it is: of each phrase. */
  readonly phrases: readonly string[]
  readonly without: readonly string[]
  /** What is marked, the longest first. */
  readonly marked: readonly string[]
  readonly key: string
}

const orSql = (parts: readonly string[]) =>
  parts.length === 1 ? `(${parts[0]})` : `(${parts.map((one) => `(${one})`).join(' | ')})`

interface NeededInput {
  readonly companyId: string
  readonly parsed: ParsedQuery
  readonly synonyms: ReadonlyMap<string, readonly string[]>
  /** Instead of all of the terms, any of them. */
  readonly isAny?: boolean
}

export function neededOf({ companyId, parsed, synonyms, isAny }: NeededInput): Needed {
  const spellings = parsed.terms.map((term) => spellingsOf(term, synonyms))
  const groups = spellings.map((of) => orSql(of.map(neededWords).filter((words) => words !== '')))
  const joined = groups.join(isAny ? ' | ' : ' & ')
  const without = parsed.without.map(({ key }) => `!(${neededWords(key)})`)
  const company = quoted(companyWord(companyId))
  return {
    all: [company, `(${joined})`, ...without].join(' & '),
    title: inTitle(joined),
    any: groups.join(' | '),
    phrases: parsed.terms.flatMap(({ isPhrase, key }) => (isPhrase ? [key] : [])),
    without: parsed.without.flatMap(({ isPhrase, key }) => (isPhrase ? [key] : [])),
    marked: [...new Set(spellings.flat())].sort((a, b) => b.length - a.length),
    key: parsed.key,
  }
}

const markedMax = 30

/** Where the needles stand in the text, joined where they overlap or touch. */
export function marksOf(text: string, needles: readonly string[]): [number, number][] {
  const key = text.toLowerCase()
  if (key.length !== text.length) return []
  const found: [number, number][] = []
  for (const needle of needles)
    for (
      let at = key.indexOf(needle);
      at >= 0 && found.length < markedMax;
      at = key.indexOf(needle, at + needle.length)
    )
      found.push([at, at + needle.length])
  const joined: [number, number][] = []
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** As `marksOf`; where none of the needles stands there as a whole, their pairs of characters. */
export function marksOrPairs(text: string, needles: readonly string[]): [number, number][] {
  const whole = marksOf(text, needles)
  if (whole.length > 0) return whole
  const pairs = needles.flatMap((needle) => {
    const characters = [...needle.replace(/\s/g, '')]
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  })
  return marksOf(text, pairs)
}

/** The part of the text around the first match, with the marks in it. */
export function excerptOf(
  text: string,
  needles: readonly string[],
  lengthMax = 140,
): { text: string; marks: [number, number][] } {
  const line = text.replace(/\s*\n\s*/g, ' ')
  const [first] = marksOrPairs(line, needles)
  const from =
    first === undefined || line.length <= lengthMax ? 0 : Math.max(0, Math.min(first[0] - 30, line.length - lengthMax))
  const cut = line.slice(from, from + lengthMax).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  const shown = `${from > 0 ? '…' : ''}${cut}${from + lengthMax < line.length ? '…' : ''}`
  return { text: shown, marks: marksOrPairs(shown, needles) }
}
