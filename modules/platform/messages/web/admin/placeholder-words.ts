/**
 * What a template fills in stands in its texts as words: `{课程名称}` on the screen, `{course}` on the wire. A text in
 * braces that fills in nothing is a fault, because members would read the braces.
 */
import type { Language } from '#kit/caller.ts'
import type { Output } from '#kit/contract.ts'
import type { messages } from '../../contract.ts'

export type Variable = Output<typeof messages.template>['variables'][number]
export type Texts = Output<typeof messages.template>['texts']
export type TextPart = 'title' | 'body'

const inBraces = /\{([^{}\n]{1,40})\}/g

/** The word of each variable in a language. Of two with the same word the second gets a number. */
export function wordsOf(variables: readonly Variable[], language: Language): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  const used = new Map<string, number>()
  for (const { name, label } of variables) {
    const before = used.get(label[language]) ?? 0
    used.set(label[language], before + 1)
    words.set(name, before === 0 ? label[language] : `${label[language]} ${before + 1}`)
  }
  return words
}

/** `{course}` becomes `{课程名称}`. */
export function inWords(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(inBraces, (whole, name: string) => (words.has(name) ? `{${words.get(name)}}` : whole))
}

/** `{课程名称}` becomes `{course}`. */
export function inNames(text: string, words: ReadonlyMap<string, string>): string {
  const names = new Map([...words].map(([name, word]) => [word, name]))
  return text.replace(inBraces, (whole, word: string) => {
    const name = names.get(word.trim())
    return name === undefined ? whole : `{${name}}`
  })
}

export interface Piece {
  readonly text: string
  readonly kind: 'plain' | 'placeholder' | 'fault'
}

/** The text in pieces, to mark what is filled in and what is wrong. */
export function piecesOf(text: string, words: ReadonlyMap<string, string>): Piece[] {
  const known = new Set(words.values())
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 1: word = '', index } of text.matchAll(inBraces)) {
    if (index > end) pieces.push({ text: text.slice(end, index), kind: 'plain' })
    pieces.push({ text: whole, kind: known.has(word.trim()) ? 'placeholder' : 'fault' })
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), kind: 'plain' })
  return pieces
}

export type Fault = 'empty' | { readonly unknown: string; readonly closest: string | undefined }

/** Why a text cannot be saved. */
export function faultOf(text: string, words: ReadonlyMap<string, string>): Fault | undefined {
  if (text.trim() === '') return 'empty'
  const wrong = piecesOf(text, words).find(({ kind }) => kind === 'fault')
  if (!wrong) return undefined
  const unknown = wrong.text.slice(1, -1)
  return { unknown, closest: closestOf(unknown, [...words.values()]) }
}

/** The word that differs least; none when more than half of it would have to change. */
function closestOf(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, steps: stepsBetween(word.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.max(word.length, best.one.length) / 2 ? best.one : undefined
}

/** How many letters are to be added, removed or replaced (Levenshtein). */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, letterThere] of [...other].entries())
      next.push(
        Math.min(
          (next[place] ?? 0) + 1,
          (row[place + 1] ?? 0) + 1,
          (row[place] ?? 0) + (letter === letterThere ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Replaces the selection in a text by `{word}`, and answers the new caret position. */
export function insertWord(
  text: string,
  word: string,
  from: number,
  to: number,
): { readonly text: string; readonly caret: number } {
  const placeholder = `{${word}}`
  return { text: text.slice(0, from) + placeholder + text.slice(to), caret: from + placeholder.length }
}
