/**
 * Word check: 10,000 words over a text of 100,000 characters, disguises and all. Floor: one plain normalization of the
 * same text by the runtime's own means (NFKC, small letters, signs taken out), which finds nothing. Needs no database.
 */
import type { LexiconWord } from '#modules/platform/words/server/lexicon.ts'
import { Lexicon } from '#modules/platform/words/server/lexicon.ts'
import { defaultOptions } from '#modules/platform/words/server/lexicon-cache.ts'

const wordCount = 10_000
const textLength = 100_000
const rounds = 31

const characters = Array.from({ length: 3000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 5))
const disguises = ['', '', '', '', '', '', '，', ' ', '\u200b', '😀', 'Ａ', 'word ']

/** Numbers that are the same every time (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

function measured(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

export interface WordCheck {
  readonly floorMs: number
  readonly productMs: number
  /** Once in the life of a list. */
  readonly buildMs: number
  readonly hitCount: number
}

export function measureWordCheck(): WordCheck {
  const next = chance(2026)
  const pick = () => characters[next(characters.length)] as string
  const words = new Set<string>()
  while (words.size < wordCount) words.add(Array.from({ length: 2 + next(4) }, pick).join(''))
  const listed = [...words].map((word): LexiconWord => ({ word, category: '', level: 'refuse' }))
  let text = ''
  while (text.length < textLength) {
    text += pick() + (disguises[next(disguises.length)] as string)
    if (next(2000) === 0) text += listed[next(wordCount)]?.word ?? ''
  }
  text = text.slice(0, textLength)
  const buildMs = median(Array.from({ length: 5 }, () => measured(() => new Lexicon(listed, [], defaultOptions))))
  const lexicon = new Lexicon(listed, [], defaultOptions)
  const plain = () =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{Z}\p{P}\p{S}\p{Cf}\s]/gu, '')
  const floors: number[] = []
  const products: number[] = []
  for (let round = 0; round < rounds; round++) {
    floors.push(measured(plain))
    products.push(measured(() => lexicon.find(text)))
  }
  const hitCount = lexicon.find(text).length
  return { floorMs: median(floors), productMs: median(products), buildMs, hitCount }
}

/** A line of its own: it has nothing to do with the size of a company. */
export function printWordCheck(): void {
  const { floorMs, productMs, buildMs, hitCount } = measureWordCheck()
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`
  console.log('\n| word check | floor | product | ratio | hits | building the list |')
  console.log('| --- | --: | --: | --: | --: | --: |')
  const name = '10,000 words over 100,000 characters'
  const ratio = (floorMs / productMs).toFixed(2)
  console.log(`| ${name} | ${inMs(floorMs)} | ${inMs(productMs)} | **${ratio}** | ${hitCount} | ${inMs(buildMs)} |`)
}

if (import.meta.main) printWordCheck()
