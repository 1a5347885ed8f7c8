/**
 * Reduces a text to plain characters without disguises, and records the origin of each character. Words of the list are
 * normalized in the same way, so both meet in one plain form.
 */
import { Converter } from 'opencc-js/t2cn'
import type { WordOptions } from '../contract.ts'

/** The plain characters of a text with their positions in it: UTF-16 units, `ends` exclusive. */
export interface NormalizedText {
  readonly length: number
  readonly codes: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 if a separator directly before this character was dropped. */
  readonly gaps: Uint8Array
}

export type NormalizeOptions = Pick<
  WordOptions,
  'compatibleForms' | 'invisible' | 'upperCase' | 'traditional' | 'separators'
>

/** All disguises removed: two spellings of a word have this form in common. */
export const allDisguises: NormalizeOptions = {
  compatibleForms: true,
  invisible: true,
  upperCase: true,
  traditional: true,
  separators: 'all',
}

/** Results other than a single plain character. */
const DROPPED = -1
const SEPARATOR = -2
const SEVERAL = -3
const UNKNOWN = -4

const asciiSpace = /[\t\n\v\f\r]/
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]$/u
/**
 * Marks that combine with any script. Marks of one script, such as the voiced marks of kana, belong to their letters.
 */
const combining = /(?![\u3099\u309A])(?:(?=\p{Script=Inherited})\p{Mn}|\p{Me})/gu
const separators = { none: undefined, spaces: /[\p{Z}\s]/u, all: /[\p{Z}\p{P}\p{S}\s]/u } as const

let simplifiedForms: ReadonlyMap<number, number> | undefined

/** Maps traditional characters to simplified ones. Built once, on first use. */
function simplified(): ReadonlyMap<number, number> {
  if (simplifiedForms) return simplifiedForms
  const convert = Converter({ from: 't', to: 'cn' })
  const forms = new Map<number, number>()
  const ranges = [
    [0x3400, 0x4dbf],
    [0x4e00, 0x9fff],
    [0xf900, 0xfaff],
    [0x20000, 0x2ebef],
    [0x30000, 0x323af],
  ] as const
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) {
      const form = convert(String.fromCodePoint(code)).codePointAt(0)
      if (form !== undefined && form !== code) forms.set(code, form)
    }
  }
  simplifiedForms = forms
  return forms
}

/** Normalizes texts by one set of options, and caches the result of each character. */
export class Normalizer {
  readonly #options: NormalizeOptions
  readonly #plane = new Int32Array(0x10000).fill(UNKNOWN)
  readonly #beyond = new Map<number, number>()
  readonly #several = new Map<number, readonly number[]>()
  #codes = new Int32Array(0)
  #starts = new Int32Array(0)
  #ends = new Int32Array(0)
  #gaps = new Uint8Array(0)

  constructor(options: NormalizeOptions) {
    this.#options = options
  }

  /** The result is valid until the next call, because its arrays are reused. */
  normalize(text: string): NormalizedText {
    // One slot per character suffices, because a character rarely becomes several.
    this.#makeRoom(text.length)
    let length = 0
    let gap = 0
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) as number
      const next = at + (code > 0xffff ? 2 : 1)
      const plain = this.#plainOf(code)
      if (plain >= 0) {
        this.#codes[length] = plain
        this.#starts[length] = at
        this.#ends[length] = next
        this.#gaps[length] = gap
        gap = 0
        length += 1
      } else if (plain === SEPARATOR) gap = 1
      else if (plain === SEVERAL) {
        const several = this.#several.get(code) ?? []
        this.#makeRoom(length + several.length + text.length - next)
        for (const one of several) {
          this.#codes[length] = one
          this.#starts[length] = at
          this.#ends[length] = next
          this.#gaps[length] = gap
          gap = 0
          length += 1
        }
      }
      at = next
    }
    return { length, codes: this.#codes, starts: this.#starts, ends: this.#ends, gaps: this.#gaps }
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.#codes.length) return
    const capacity = Math.max(1024, wanted * 2)
    this.#codes = copied(this.#codes, new Int32Array(capacity))
    this.#starts = copied(this.#starts, new Int32Array(capacity))
    this.#ends = copied(this.#ends, new Int32Array(capacity))
    this.#gaps = copied(this.#gaps, new Uint8Array(capacity))
  }

  /** The plain characters alone, as text. */
  keyOf(text: string): string {
    const { codes, length } = this.normalize(text)
    let key = ''
    for (let at = 0; at < length; at++) key += String.fromCodePoint(codes[at] as number)
    return key
  }

  #plainOf(code: number): number {
    const known = code <= 0xffff ? (this.#plane[code] as number) : (this.#beyond.get(code) ?? UNKNOWN)
    if (known !== UNKNOWN) return known
    const plain = this.#learn(code)
    if (code <= 0xffff) this.#plane[code] = plain
    else this.#beyond.set(code, plain)
    return plain
  }

  #learn(code: number): number {
    const character = String.fromCodePoint(code)
    if (this.#options.invisible && invisible.test(character) && !asciiSpace.test(character)) return DROPPED
    const plain = [...this.#withoutDisguise(character)]
    if (plain.length === 0) return DROPPED
    const separator = separators[this.#options.separators]
    const kept = separator ? plain.filter((one) => !separator.test(one)) : plain
    if (kept.length === 0) return SEPARATOR
    const codes = kept.map((one) => one.codePointAt(0) as number)
    if (codes.length === 1) return codes[0] as number
    this.#several.set(code, codes)
    return SEVERAL
  }

  #withoutDisguise(character: string): string {
    let text = character
    if (this.#options.compatibleForms) text = text.normalize('NFKC')
    if (this.#options.invisible) text = text.normalize('NFD').replace(combining, '').normalize('NFC')
    if (this.#options.upperCase) text = text.toLowerCase()
    if (this.#options.invisible) text = text.replace(combining, '')
    if (!this.#options.traditional) return text
    const forms = simplified()
    return Array.from(text, (one) => {
      const form = forms.get(one.codePointAt(0) as number)
      return form === undefined ? one : String.fromCodePoint(form)
    }).join('')
  }
}

function copied<A extends Int32Array | Uint8Array>(from: A, to: A): A {
  to.set(from)
  return to
}

const normalizers = new Map<string, Normalizer>()

/** The normalizer for these options; companies with equal options share it. */
export function normalizerFor(options: NormalizeOptions): Normalizer {
  const { compatibleForms, invisible: hidden, upperCase, traditional, separators: between } = options
  const key = [compatibleForms, hidden, upperCase, traditional, between].join()
  const known = normalizers.get(key)
  if (known) return known
  const normalizer = new Normalizer(options)
  normalizers.set(key, normalizer)
  return normalizer
}
