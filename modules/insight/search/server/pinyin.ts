/**
 * Pinyin of titles: syllables, pairs of them, and pairs of initials. What is typed in letters is cut into syllables; what is
 * typed in Chinese and found nowhere is looked for by its sound.
 */
import { pinyin } from 'pinyin-pro'
import { companyWord, keyOf, pairsOf, quoted, runsOf } from './words.ts'

/** All syllables, by their initials. `v` stands for ü. */
const finals: Readonly<Record<string, string>> = {
  '': 'a ai an ang ao e ei en eng er o ou',
  b: 'a ai an ang ao ei en eng i ian iao ie in ing o u',
  p: 'a ai an ang ao ei en eng i ian iao ie in ing o ou u',
  m: 'a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u',
  f: 'a an ang ei en eng o ou u',
  d: 'a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo',
  t: 'a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo',
  n: 'a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan uo v ve',
  l: 'a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan un uo v ve',
  g: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  k: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  h: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  j: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  q: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  x: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  zh: 'a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo',
  ch: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  sh: 'a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo',
  r: 'an ang ao e en eng i ong ou u ua uan ui un uo',
  z: 'a ai an ang ao e ei en eng i ong ou u uan ui un uo',
  c: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  s: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  y: 'a an ang ao e i in ing o ong ou u uan ue un',
  w: 'a ai an ang ei en eng o u',
}
const syllables = new Set(
  Object.entries(finals).flatMap(([initial, ends]) => ends.split(' ').map((end) => initial + end)),
)
const starts = new Set([...syllables].flatMap((one) => [...one].map((_, index) => one.slice(0, index + 1))))

/** The syllables of Chinese characters, without tones. */
function soundsOf(run: string): string[] {
  return pinyin(run, { toneType: 'none', type: 'array', v: true }).map((one) => one.toLowerCase())
}

export interface Sounds {
  readonly syllables: readonly string[]
  readonly initials: readonly string[]
}

/** What is indexed of a title. */
export function titleSounds(title: string, companyId: string): Sounds {
  const found = { syllables: new Set([companyWord(companyId)]), initials: new Set([companyWord(companyId)]) }
  for (const { text, isChinese } of runsOf(keyOf(title))) {
    if (!isChinese) continue
    const sounds = soundsOf(text)
    for (const one of [...sounds, ...pairsOf(sounds, ' ')]) found.syllables.add(one)
    for (const pair of pairsOf(sounds.map((one) => one.slice(0, 1)))) found.initials.add(pair)
  }
  return { syllables: [...found.syllables], initials: [...found.initials] }
}

/** Letters cut into syllables, the longest first; the last one may be the start of one. Undefined: they are no pinyin. */
function syllablesOf(letters: string): { readonly whole: readonly string[]; readonly rest: string } | undefined {
  const dead = new Set<number>()
  const cut = (from: number): string[] | undefined => {
    if (from === letters.length) return []
    if (dead.has(from)) return undefined
    for (let length = Math.min(6, letters.length - from); length > 0; length -= 1) {
      const one = letters.slice(from, from + length)
      if (syllables.has(one)) {
        const others = cut(from + length)
        if (others) return [one, ...others]
      } else if (from + length === letters.length && from > 0 && starts.has(one)) return [`${one}*`]
    }
    dead.add(from)
    return undefined
  }
  if (!/^[a-z]{2,40}$/.test(letters)) return undefined
  const all = cut(0)
  if (!all) return undefined
  const rest = all.at(-1)?.endsWith('*') ? (all.at(-1)?.slice(0, -1) ?? '') : ''
  return { whole: rest ? all.slice(0, -1) : all, rest }
}

function neededSyllables(whole: readonly string[], rest: string): string {
  const pairs = pairsOf(whole, ' ')
  const last = whole.at(-1)
  const beginning = rest !== '' && last !== undefined ? [`${quoted(`${last} ${rest}`)}:*`] : []
  const needed = [...(pairs.length > 0 ? pairs : beginning.length > 0 ? [] : whole).map(quoted), ...beginning]
  return [...new Set(needed)].join(' & ')
}

/** Of typed letters: the needed syllables, and the needed initials, as texts of a `tsquery`; empty where they are none. */
export function neededSounds(typed: string): { readonly syllables: string; readonly initials: string } {
  const letters = keyOf(typed).replace(/['\s]/g, '').replaceAll('ü', 'v')
  const cut = syllablesOf(letters)
  const isInitials = /^[a-z]{2,12}$/.test(letters)
  return {
    syllables: cut ? neededSyllables(cut.whole, cut.rest) : '',
    initials: isInitials
      ? pairsOf([...letters])
          .map(quoted)
          .join(' & ')
      : '',
  }
}

/** The sound of typed Chinese, as the text of a `tsquery`: words that sound alike have it, too. Empty for a single character. */
export function neededHomophones(typed: string): string {
  const parts = runsOf(keyOf(typed)).map(({ text, isChinese }) => {
    const sounds = isChinese ? soundsOf(text) : []
    return sounds.length < 2 ? '' : neededSyllables(sounds, '')
  })
  return parts.length > 0 && parts.every((part) => part !== '') ? parts.join(' & ') : ''
}

/** The part of the title that sounds like what was typed, in letters or in Chinese. */
export function soundingAlike(title: string, typed: string): [number, number] | undefined {
  const wanted = runsOf(keyOf(typed)).map(({ text, isChinese }) =>
    isChinese ? soundsOf(text).join('') : text.replaceAll("'", ''),
  )
  const needle = wanted.join('')
  const characters = [...title]
  const sounds = characters.map((one) => (/\p{Script=Han}/u.test(one) ? (soundsOf(one)[0] ?? '') : ''))
  for (const spelled of [sounds, sounds.map((one) => one.slice(0, 1))])
    for (let from = 0; from < characters.length; from += 1) {
      let [sound, to] = ['', from]
      while (to < characters.length && sound.length < needle.length && spelled[to] !== '') {
        sound += spelled[to]
        to += 1
      }
      if (sound !== '' && sound.startsWith(needle)) {
        const start = characters.slice(0, from).join('').length
        return [start, start + characters.slice(from, to).join('').length]
      }
    }
  return undefined
}
