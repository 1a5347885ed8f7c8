import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allDisguises, normalizerFor } from './normalize.ts'

const plain = (text: string) => normalizerFor(allDisguises).keyOf(text)

describe('the plain form of a text', () => {
  it.each([
    ['full width', '赌博ＡＢＣ１２', '赌博abc12'],
    ['circled and other compatible forms', '①②㈱ﬁ', '12株fi'],
    ['zero width', '赌\u200b博\u200d网\ufeff站\u2060', '赌博网站'],
    ['soft hyphen and variation selectors', '赌\u00ad博\ufe0f', '赌博'],
    ['combining marks', '赌\u0336博\u0489 e\u0301é', '赌博ee'],
    ['spaces', '赌 博\u3000网\t站\n', '赌博网站'],
    ['punctuation and signs', '赌*博·网—站！🎲', '赌博网站'],
    ['traditional characters', '賭博網站發財後', '赌博网站发财后'],
    ['upper case', 'QQ群İ', 'qq群i'],
    ['letters beyond the first plane', '𝐐𝐐群𠮷', 'qq群𠮷'],
  ])('%s', (_, text, expected) => expect(plain(text)).toBe(expected))

  it('keeps the voiced marks of kana, because they make other letters', () => {
    expect(plain('が')).toBe('が')
    expect(plain('が')).not.toBe(plain('か'))
  })

  it('equals its own plain form', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => plain(plain(text)) === plain(text)))
  })

  it('records the origin of each character, for any text', () => {
    const normalizer = normalizerFor(allDisguises)
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const normalized = normalizer.normalize(text)
      const { length } = normalized
      // Copies, because the next text is written into the same arrays.
      const [codes, starts, ends] = [normalized.codes.slice(), normalized.starts.slice(), normalized.ends.slice()]
      for (let at = 0; at < length; at++) {
        const [start, end] = [starts[at] as number, ends[at] as number]
        if (at > 0 && start < (starts[at - 1] as number)) return false
        // The normalized form of the original piece alone contains this character.
        if (![...plain(text.slice(start, end))].includes(String.fromCodePoint(codes[at] as number))) return false
      }
      return true
    })
    fc.assert(property)
  })
})
