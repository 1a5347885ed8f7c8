/** Cues of captions as passages of a search: joined to sentences, because what somebody remembers runs over several cues. */
import type { Cue } from '../contract/captions.ts'

interface CaptionPassage {
  readonly text: string
  readonly second: number
  /** Where in the text each further cue begins, and at which second it is spoken. */
  readonly marks: readonly (readonly [position: number, second: number])[]
}

/** A passage ends with the first cue beyond this length. */
const lengthMin = 160
/** A longer silence ends a passage, too. */
const silenceMs = 4000

const isLatinEnd = /[\p{Script=Latin}\p{N},.;:!?]$/u

export function captionPassages<Place extends object>(cues: readonly Cue[], place: Place): (Place & CaptionPassage)[] {
  const passages: { text: string; second: number; marks: [number, number][]; to: number }[] = []
  for (const { from, to, text: spoken } of cues) {
    const text = spoken
      .normalize('NFKC')
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (text === '') continue
    const last = passages.at(-1)
    const second = Math.floor(from / 1000)
    if (!last || last.text.length >= lengthMin || from - last.to > silenceMs) {
      passages.push({ text, second, marks: [], to })
      continue
    }
    const between = isLatinEnd.test(last.text) ? ' ' : ''
    last.marks.push([last.text.length + between.length, second])
    last.text += between + text
    last.to = to
  }
  return passages.map(({ text, second, marks }) => ({ ...place, text, second, marks }))
}
