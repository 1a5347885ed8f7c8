import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Automaton } from './automaton.ts'

const codesOf = (text: string) => Int32Array.from(text, (one) => one.codePointAt(0) as number)

function found(patterns: readonly string[], text: string): string[] {
  const automaton = new Automaton(patterns.map(codesOf))
  const matches: string[] = []
  const codes = codesOf(text)
  automaton.search(codes, codes.length, (pattern, last) => matches.push(`${pattern}@${last}`))
  return matches.sort()
}

/** Compares every pattern at every index. */
function naive(patterns: readonly string[], text: string): string[] {
  const characters = [...text]
  return patterns
    .flatMap((pattern, number) => {
      const wanted = [...pattern]
      if (wanted.length === 0) return []
      return characters.flatMap((_, first) =>
        wanted.every((one, at) => characters[first + at] === one) ? [`${number}@${first + wanted.length - 1}`] : [],
      )
    })
    .sort()
}

// Few letters make patterns overlap, repeat and contain each other; one letter has two UTF-16 units.
const letters = fc.string({ unit: fc.constantFrom('a', 'b', '赌', '𠮷'), maxLength: 6 })
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '赌', '𠮷', 'x'), maxLength: 60 })

describe('the automaton', () => {
  it('[SYSTEM-125] finds the same matches as a naive search', () => {
    const property = fc.property(fc.array(letters, { maxLength: 30 }), texts, (patterns, text) => {
      expect(found(patterns, text)).toEqual(naive(patterns, text))
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('finds every one of many patterns', () => {
    const patterns = Array.from({ length: 3000 }, (_, index) => `${index.toString(7)}词`)
    const text = patterns.map((pattern) => `${pattern}。`).join('')
    expect(new Set(found(patterns, text).map((match) => match.split('@')[0])).size).toBe(3000)
  })

  it('finds nothing without patterns, with empty patterns, and in an empty text', () => {
    expect(found([], 'abc')).toEqual([])
    expect(found(['', ''], 'abc')).toEqual([])
    expect(found(['a'], '')).toEqual([])
  })
})
