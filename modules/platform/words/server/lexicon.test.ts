import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WordOptions } from '../contract.ts'
import { Lexicon } from './lexicon.ts'
import { defaultOptions } from './lexicon-cache.ts'

function search(words: readonly string[], text: string, options: Partial<WordOptions> = {}, phrases: string[] = []) {
  const listed = words.map((word) => ({ word, category: '', level: 'refuse' as const }))
  return new Lexicon(listed, phrases, { ...defaultOptions, ...options }).find(text)
}

/** The marked pieces of the original text. */
const marked = (...given: Parameters<typeof search>) =>
  search(...given).map(({ start, end }) => given[1].slice(start, end))

describe('words in a text', () => {
  it.each([
    ['as it is written', '他去赌博了', '赌博'],
    ['full width and case', '加ＱＱ群', 'ＱＱ群'],
    ['zero width', '赌\u200b\u200d博', '赌\u200b\u200d博'],
    ['combining marks, the last one included', '赌\u0336博\u0336了', '赌\u0336博\u0336'],
    ['spaces', '赌 　博', '赌 　博'],
    ['punctuation', '赌.*-博', '赌.*-博'],
    ['an emoji between', '赌🎲博', '赌🎲博'],
    ['traditional characters', '線上賭博', '賭博'],
    ['a line end', '赌\n博', '赌\n博'],
    ['all at once', '來 賭\u200b★博🎲 ', '賭\u200b★博'],
    ['after surrogate pairs and emoji', '👨‍👩‍👧𠮷𠮷赌博', '赌博'],
    ['letters beyond the first plane', '加𝐐𝐐群', '𝐐𝐐群'],
  ])('[SYSTEM-122] are found and marked in their place: %s', (_, text, expected) => {
    expect(marked(['赌博', 'qq群'], text)).toEqual([expected])
  })

  it('finds a disguise only if the company has switched it on', () => {
    const words = ['赌博', 'ab']
    expect(marked(words, '赌 博', { separators: 'none' })).toEqual([])
    expect(marked(words, '赌 博', { separators: 'spaces' })).toEqual(['赌 博'])
    expect(marked(words, '赌*博', { separators: 'spaces' })).toEqual([])
    expect(marked(words, '賭博', { traditional: false })).toEqual([])
    expect(marked(words, '赌\u200b博', { invisible: false, separators: 'none' })).toEqual([])
    expect(marked(words, 'ａｂ', { compatibleForms: false })).toEqual([])
    expect(marked(words, 'AB', { upperCase: false })).toEqual([])
  })

  it('finds words that are disguised in the list itself', () => {
    expect(marked(['賭 博', 'ＱＱ'], '赌博 qq')).toEqual(['赌博', 'qq'])
  })

  it('finds Latin words and numbers only as whole words', () => {
    expect(marked(['ass', '91'], 'class 1991 ass, 91')).toEqual(['ass', '91'])
    expect(marked(['ass'], 'class', { wholeLatinWords: false })).toEqual(['ass'])
    expect(marked(['qq群'], '加qq群aqq群')).toEqual(['qq群'])
  })

  it('finds pinyin initials and full pinyin if they are switched on', () => {
    const words = ['办假证', '赌博']
    expect(marked(words, 'bjz db banjiazheng du bo')).toEqual([])
    expect(marked(words, '来 BJZ, db', { pinyinInitialsFrom: 3 })).toEqual(['BJZ'])
    expect(marked(words, 'b j z abjz', { pinyinInitialsFrom: 2 })).toEqual([])
    expect(marked(words, 'db', { pinyinInitialsFrom: 2 })).toEqual(['db'])
    expect(marked(words, 'du bo', { pinyin: true })).toEqual(['du bo'])
  })

  it('an allowed phrase permits the words inside it, and no others', () => {
    const phrases = ['反赌博宣传']
    expect(marked(['赌博'], '反赌博宣传周', {}, phrases)).toEqual([])
    expect(marked(['赌博'], '反賭 博宣传周', {}, phrases)).toEqual([])
    expect(marked(['赌博'], '反赌博宣传，赌博', {}, phrases)).toEqual(['赌博'])
    expect(marked(['赌博'], '反赌博', {}, phrases)).toEqual(['赌博'])
    // The word reaches beyond the phrase.
    expect(marked(['宣传单'], '反赌博宣传单', {}, phrases)).toEqual(['宣传单'])
  })

  it('finds all overlapping words, in the order of the text', () => {
    expect(search(['赌', '赌博', '博彩'], '赌博彩').map(({ word }) => word)).toEqual(['赌博', '赌', '博彩'])
  })

  it('answers the first 500 hits', () => {
    expect(search(['赌'], '赌'.repeat(2000))).toHaveLength(500)
  })

  it('finds and marks a word from its first to its last character, whatever surrounds and separates them', () => {
    const noise = fc.string({ unit: fc.constantFrom(' ', '*', '。', '\u200b', '🎲', '\n', '~'), maxLength: 5 })
    const around = fc.string({ unit: fc.constantFrom('学', '习', '𠮷', '👍', ' ', 'x'), maxLength: 12 })
    const property = fc.property(around, noise, noise, around, (before, first, second, after) => {
      const text = `${before}代${first}考${second}网${after}`
      expect(marked(['代考网'], text)).toEqual([`代${first}考${second}网`])
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('finds no word whose characters do not occur in order', () => {
    const texts = fc.string({ unit: fc.constantFrom('代', '考', '网', '学', ' '), maxLength: 30 })
    fc.assert(
      fc.property(texts, (text) => {
        const isThere = text.replaceAll(' ', '').includes('代考网')
        expect(marked(['代考网'], text).length > 0).toBe(isThere)
      }),
    )
  })
})
