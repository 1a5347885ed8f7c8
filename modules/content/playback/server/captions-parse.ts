/**
 * Reads a caption file, WebVTT or SubRip, down to what we keep of it: times and plain text. Styles, positions, voices and
 * whatever a tag may hold are cut out; nothing of a file ever reaches a page as markup.
 */
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { CAPTION_UNREADABLE, type Cue } from '../contract/captions.ts'

const cuesMax = 6000
const cueLengthMax = 500

type Fault = 'no-cues' | 'bad-time' | 'backwards' | 'beyond-end' | 'too-many'

function unreadable(reason: Fault, line: number) {
  return refuse(CAPTION_UNREADABLE, { reason, line })
}

/** `01:02:03.456`, `02:03.456`, or with a comma as SubRip writes it. */
const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})`
const timing = new RegExp(String.raw`^\s*${time}\s+-->\s+${time}(?:\s|$)`)

function millisecondsOf(parts: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', ms = '0'] = parts
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  lrm: '',
  rlm: '',
}

/** Text as it is read: without tags, entities and control characters. */
function plainCue(lines: readonly string[]): string {
  return (
    lines
      .map((line) =>
        line
          .replace(/<[^>]*>/g, '')
          .replace(/\{\\[^}]*\}/g, '')
          .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are cut out.
          .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
          .trim(),
      )
      .filter((line) => line !== '')
      .join('\n')
      .slice(0, cueLengthMax)
      // What was cut between the two halves of a character: PostgreSQL holds no half.
      .replace(/[\ud800-\udbff]$/, '')
  )
}

interface Block {
  /** Of its first line, from 1. */
  readonly line: number
  readonly lines: readonly string[]
}

function blocksOf(text: string): Block[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const blocks: { line: number; lines: string[] }[] = []
  let open: { line: number; lines: string[] } | undefined
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') {
      open = undefined
      continue
    }
    if (!open) {
      open = { line: index + 1, lines: [] }
      blocks.push(open)
    }
    open.lines.push(line)
  }
  return blocks
}

/** The cue of a block; undefined for a header, a note, a style, or a cue without words. */
function cueOf({ line, lines }: Block, lengthMs: number): Cue | undefined {
  const at = lines.findIndex((one) => one.includes('-->'))
  if (at < 0) return undefined
  const found = timing.exec(lines[at] ?? '')
  // An id may stand above the times, nothing else.
  if (!found || at > 1) throw unreadable('bad-time', line + Math.max(0, at))
  const from = millisecondsOf(found.slice(1, 5))
  const to = Math.min(lengthMs, millisecondsOf(found.slice(5, 9)))
  if (from >= lengthMs) throw unreadable('beyond-end', line + at)
  if (to <= from) throw unreadable('backwards', line + at)
  const text = plainCue(lines.slice(at + 1))
  return text === '' ? undefined : { from, to, text }
}

/** The cues of a file in their order, for a video of `lengthMs`. */
export function parseCaptions(text: string, lengthMs: number): Cue[] {
  const cues: Cue[] = []
  for (const block of blocksOf(text)) {
    if (/^(NOTE|STYLE|REGION)(\s|$)/.test(block.lines[0] ?? '')) continue
    const cue = cueOf(block, lengthMs)
    if (!cue) continue
    if (cues.length >= cuesMax) throw unreadable('too-many', block.line)
    cues.push(cue)
  }
  if (cues.length === 0) throw unreadable('no-cues', 1)
  return cues.sort((one, other) => one.from - other.from || one.to - other.to)
}

/** The name of a language in itself: 中文, English. Refuses what only looks like a tag. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'language', rule: 'language', message: 'is no language' }] })
  }
}
