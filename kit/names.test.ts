import { describe, expect, it } from 'vitest'
import { cleanTitle, imitated, imitations, nameSkeleton, normalizeName, personSkeleton, titlePattern } from './names.ts'

const isTitle = (text: string) => new RegExp(titlePattern, 'u').test(text)

describe('a title', () => {
  it.each([
    ['Chinese', '安全生产（第二期）'],
    ['Latin with marks', 'Zoë Müller-O’Neil'],
    ['Arabic, which runs from right to left', 'محمد'],
    ['a picture of several characters', '家庭👨‍👩‍👧课堂'],
    ['a picture with a variation selector', '❤️ 急救'],
    ['a sign alone', '→'],
    ['spaces inside', 'a b　c'],
    ['a Persian word with a zero-width non-joiner', 'می\u200cروم'],
    ['a Hindi word with a joiner', 'क्\u200dया'],
    ['a Hindi word with a non-joiner', 'श्रीमान्\u200cजी'],
  ])('may be %s', (_, text) => expect(isTitle(text)).toBe(true))

  it.each([
    ['nothing', ''],
    ['spaces', ' \u3000\u00a0'],
    ['zero-width characters', '\u200b\u200c\u200d\ufeff'],
    ['a zero-width space in a name', '周\u200b敏'],
    ['a turned direction', 'cod\u202egpj.exe'],
    ['an isolated direction', '\u2066a\u2069'],
    ['a right-to-left mark', 'a\u200f'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', 'a\uffa0'],
    ['an empty Braille cell', '\u2800'],
    ['combining marks alone', '\u0301\u0302'],
    ['a variation selector after a letter', 'a\ufe0f'],
    ['a joiner between letters', 'a\u200db'],
    ['a non-joiner between Latin letters', 'a\u200cb'],
    ['two non-joiners in a Persian word', 'می\u200c\u200cروم'],
    ['a non-joiner at the end', 'می\u200c'],
    ['a tab', 'a\tb'],
    ['two lines', 'a\nb'],
    ['two lines by U+2028', 'a\u2028b'],
    ['a bell', 'a\u0007'],
    ['a NUL', '\u0000'],
    ['a private character', '\ue000'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a tag', '\u{e0041}'],
  ])('is not %s', (_, text) => expect(isTitle(text)).toBe(false))
})

describe('what was copied along', () => {
  it.each([
    ['a zero-width space', '安全\u200b培训', '安全培训'],
    ['a byte order mark', '\ufeff安全培训', '安全培训'],
    ['a soft hyphen', 'Sicher\u00adheit', 'Sicherheit'],
    ['marks of direction', '\u200e安全\u200f', '安全'],
    ['a joiner between letters', 'a\u200d\u200cb', 'ab'],
    ['a variation selector after a letter', 'a\ufe0f', 'a'],
    ['nothing visible', '\u200b\u200c\u200d\ufeff', ''],
  ])('is left out of a title: %s', (_, text, clean) => expect(cleanTitle(text)).toBe(clean))

  it.each(['家庭👨‍👩‍👧课堂', '❤️ 急救', 'می\u200cروم', 'क्\u200dया'])(
    'stays where it is part of what is read: %s',
    (text) => expect(cleanTitle(text)).toBe(text),
  )

  it.each(['cod\u202egpj.exe', '\u2066a\u2069', '\u3164', 'a\nb', 'a\u0000', '\u{e0041}'])(
    'does not hide what deceives',
    (text) => {
      expect(cleanTitle(text)).toBe(text)
      expect(isTitle(cleanTitle(text))).toBe(false)
    },
  )
})

describe('names', () => {
  it.each([
    ['ｚｈａｎｇ．ｓａｎ', 'zhang.san'],
    ['  张　三  ', '张 三'],
    ['①号', '1号'],
    ['ﬁnn', 'finn'],
    ['云帆科技（上海）有限公司', '云帆科技（上海）有限公司'],
  ])('have a usual form: %s', (text, usual) => expect(normalizeName(text)).toBe(usual))

  it.each([
    ['Cyrillic', 'zhаng', 'zhang'],
    ['Cyrillic capitals', 'СНЕК', 'CHEK'],
    ['Greek', 'zhαng', 'zhang'],
    ['full width', 'ｚｈａｎｇ', 'zhang'],
    ['mathematical letters', '𝐳𝐡𝐚𝐧𝐠', 'zhang'],
    ['small capitals', 'ᴢʜang', 'zhang'],
    ['letter case', 'Zhang', 'zHANG'],
  ])('look alike in %s', (_, one, other) => expect(nameSkeleton(one)).toBe(nameSkeleton(other)))

  it.each([
    ['zhang1', 'zhangl'],
    ['zhang.san', 'zhangsan'],
    ['张三', '张叁'],
    ['éva', 'eva'],
  ])('differ: %s and %s', (one, other) => expect(nameSkeleton(one)).not.toBe(nameSkeleton(other)))

  it('in a room are one person with and without spaces, signs and marks', () => {
    const all = ['周敏', '周 敏', '周敏 ', '周.敏', '“周敏”', '周敏\u200b', '周\u0301敏', '周敏✅']
    expect(new Set(all.map(personSkeleton))).toEqual(new Set(['周敏']))
    expect(personSkeleton('周敏敏')).not.toBe(personSkeleton('周敏'))
  })

  it('imitate one ASCII letter each', () => {
    expect([...imitations]).toHaveLength(imitated.length)
    expect(new Set(imitations).size).toBe(imitated.length)
    expect(imitated).toMatch(/^[A-Za-z]+$/)
    expect([...imitations].filter((letter) => letter <= '~')).toEqual([])
  })
})
