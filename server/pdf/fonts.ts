/**
 * Noto Serif SC (SIL Open Font License) in a PDF. The package brings it as a variable font in a hundred slices by
 * character; of each slice that a text needs, the needed glyphs are taken in the needed weight and embedded.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const packageName = '@fontsource-variable/noto-serif-sc'
const resolve = createRequire(import.meta.url).resolve

/** Printed in place of a character that the font does not have, as Chinese printers do. */
const missing = '〓'

export type Weight = 400 | 600 | 700

interface Slice {
  readonly name: string
  readonly ranges: readonly (readonly [number, number])[]
}

/** `U+4e00-4e0a,U+4e10` */
function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

async function readSlices(): Promise<Slice[]> {
  const json = await readFile(resolve(`${packageName}/unicode.json`), 'utf8')
  return Object.entries(JSON.parse(json) as Record<string, string>).map(([key, ranges]) => ({
    name: key.replace(/[[\]]/g, ''),
    ranges: rangesOf(ranges),
  }))
}

let slices: Promise<Slice[]> | undefined

/** A part of a text that one embedded font can show. */
export interface Run {
  readonly font: string
  readonly text: string
}

export interface EmbeddedFont {
  readonly name: string
  readonly bytes: Buffer
}

/** Texts that are to be printed, and the fonts that show them. */
export class Typesetter {
  private readonly known: readonly Slice[]
  private readonly sliceOfCharacter = new Map<string, Slice>()
  private readonly wanted = new Map<string, { slice: Slice; weight: Weight; characters: Set<string> }>()

  private constructor(known: readonly Slice[]) {
    this.known = known
  }

  static async create(): Promise<Typesetter> {
    slices ??= readSlices()
    return new Typesetter(await slices)
  }

  /** The later slices are those of the Latin script, whose glyphs are narrower than the full-width ones. */
  private find(character: string): Slice | undefined {
    const known = this.sliceOfCharacter.get(character)
    if (known) return known
    const code = character.codePointAt(0) ?? 0
    const slice = this.known.findLast(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))
    if (slice) this.sliceOfCharacter.set(character, slice)
    return slice
  }

  /** Splits a text by font, and remembers what is needed of each. */
  runs(text: string, weight: Weight): Run[] {
    const runs: { font: string; text: string }[] = []
    for (const character of text) {
      const [slice, shown] = this.sliceFor(character)
      const font = `${slice.name}-${weight}`
      const last = runs.at(-1)
      if (last?.font === font) last.text += shown
      else runs.push({ font, text: shown })
      const wanted = this.wanted.get(font)
      if (wanted) wanted.characters.add(shown)
      else this.wanted.set(font, { slice, weight, characters: new Set(shown) })
    }
    return runs
  }

  private sliceFor(character: string): [Slice, string] {
    const slice = this.find(character)
    if (slice) return [slice, character]
    const instead = this.find(missing)
    if (!instead) throw new Error(`the font has no ${missing}`)
    return [instead, missing]
  }

  /** The fonts of all texts that were split so far. */
  async fonts(): Promise<EmbeddedFont[]> {
    return Promise.all(
      [...this.wanted].map(async ([name, { slice, weight, characters }]) => {
        const bytes = await readFile(resolve(`${packageName}/files/noto-serif-sc-${slice.name}-wght-normal.woff2`))
        const text = [...characters].sort().join('')
        return {
          name,
          bytes: await subsetFont(bytes, text, { targetFormat: 'truetype', variationAxes: { wght: weight } }),
        }
      }),
    )
  }
}
