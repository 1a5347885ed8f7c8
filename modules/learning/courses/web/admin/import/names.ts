/** How folders and files are named by people who number them: what the order is, and what is left as a title. Pure. */
import { cleanTitle, titlePattern } from '#kit/names.ts'

const chineseDigits = '零一二三四五六七八九'
const chineseNumber = '[零〇一二两三四五六七八九十百]'

/** Up to 999, as chapters are counted. */
export function chineseValue(text: string): number {
  let value = 0
  let digit = 0
  for (const letter of text.replaceAll('〇', '零').replaceAll('两', '二')) {
    const unit = { 十: 10, 百: 100 }[letter]
    if (unit === undefined) digit = chineseDigits.indexOf(letter)
    else {
      value += (digit || 1) * unit
      digit = 0
    }
  }
  return value + digit
}

const separators = '[\\s、.．,，:：_\\-–—·|)）\\]】》]'
const arabic = '\\d{1,3}(?:[.\\-_]\\d{1,3})*'

/** Ways of numbering; the first group is the number. Each leaves what stands behind it. */
const numberings = [
  // 第一章 总则, 第3讲：…
  new RegExp(
    `^第\\s*(\\d{1,3}|${chineseNumber}+)\\s*(?:章节|章|节|讲|课时|课|单元|部分|篇|回|集|期|模块)${separators}*`,
    'u',
  ),
  // 一、…, （二）…
  new RegExp(`^[（(]?(${chineseNumber}{1,4})(?:[、.．)）]\\s*)+`, 'u'),
  // Chapter 2 - …
  new RegExp(`^(?:chapter|section|part|lesson|module|unit|lecture)\\s*(${arabic})(?:${separators}+(?!\\d)|$)`, 'iu'),
  // 01_…, 1. …, (3) …: a sign stands behind the number. 3-phase is a word.
  new RegExp(`^(?!\\d+-[a-z])[（(\\[【]?(${arabic})\\s*(?=\\S)${separators}+(?!\\d)`, 'iu'),
]
/** 01 Safety, 1 Safety, 1-Safety: only a space or a hyphen follows. */
const spaced = new RegExp(`^(${arabic})(?:\\s+|-(?=[a-z]))(?!\\d)`, 'iu')
/** 01安全: nothing follows. */
const joined = /^(\d{1,3})(?=\p{Script=Han})/u

interface Numbered {
  readonly numbers: readonly number[]
  readonly rest: string
}

function numbersOf(text: string): readonly number[] {
  return /\d/.test(text) ? text.split(/[.\-_]/).map(Number) : [chineseValue(text)]
}

function matched(name: string, pattern: RegExp): Numbered | undefined {
  const found = pattern.exec(name)
  if (!found) return undefined
  return { numbers: numbersOf(found[1] ?? ''), rest: name.slice(found[0].length).trim() }
}

const explicit = (name: string) => {
  for (const pattern of numberings) {
    const found = matched(name, pattern)
    if (found) return found
  }
  return undefined
}

const isTitle = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Whether a bare number at the start counts these names: “7天学会” and “5 ways” are titles, beside 01 or 1 they are not. */
function countsBare(names: readonly string[]) {
  const bare = names.map((name) => matched(name, spaced)).filter((found) => found !== undefined)
  const isPadded = (pattern: RegExp) => names.some((name) => pattern.exec(name)?.[1]?.startsWith('0'))
  return {
    spaced: isPadded(spaced) || (bare.length > 1 && bare.some(({ numbers }) => numbers[0] === 1)),
    joined: isPadded(joined),
  }
}

/** The titles of names that stand beside each other: without their numbers, where that leaves a title. */
export function titlesOf(names: readonly string[]): readonly string[] {
  const plain = names.map((name) => name.normalize('NFC').trim())
  const counts = countsBare(plain)
  return plain.map((name) => {
    const found =
      explicit(name) ??
      (counts.spaced ? matched(name, spaced) : undefined) ??
      (counts.joined ? matched(name, joined) : undefined)
    return found && isTitle(found.rest) ? found.rest : name
  })
}

/** By number, then by name: 2 before 10, 第二章 before 第十章, and what has no number last. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [orderOf(one), orderOf(other)]
  if ((a.numbers.length === 0) !== (b.numbers.length === 0)) return a.numbers.length === 0 ? 1 : -1
  const length = Math.max(a.numbers.length, b.numbers.length)
  for (let index = 0; index < length; index += 1) {
    const [x, y] = [a.numbers[index] ?? -1, b.numbers[index] ?? -1]
    if (x !== y) return x < y ? -1 : 1
  }
  return collator.compare(a.rest, b.rest) || (one < other ? -1 : one > other ? 1 : 0)
}

const collator = new Intl.Collator('zh', { numeric: true })

function orderOf(name: string): Numbered {
  const plain = name.normalize('NFC').trim()
  return explicit(plain) ?? matched(plain, /^[（([【]?(\d+(?:[.\-_]\d+)*)/u) ?? { numbers: [], rest: plain }
}

const shown = new RegExp(titlePattern, 'u')

/** A title that the server takes: nothing hidden in it, and not too long. */
export function shortTitle(text: string, lengthMax: number): string {
  const cleaned = cleanTitle(text.normalize('NFC')).trim()
  const visible = shown.test(cleaned)
    ? cleaned
    : cleaned
        .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
  const title = visible === '' ? '-' : visible
  return title
    .slice(0, lengthMax)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
