/** What the cells of each kind of question say of its key. A reader reports what it cannot read and answers nothing then. */
import type { ErrorCode } from '#kit/errors.ts'
import { KEY_UNREADABLE, OPTION_COUNT_WRONG, PAIR_UNREADABLE, SETTING_WRONG } from '../../contract/exchange-codes.ts'
import type { Blank, Gap, PartialRule, SimpleContent, SimpleKind } from '../../contract/question.ts'
import { richTextOf } from './rich-cells.ts'
import { meaningOf, type SettingName, type SheetCells, type SheetColumn, words } from './sheet-columns.ts'
import { gapMarks } from './write-sheet.ts'

export type Report = (column: SheetColumn, code: ErrorCode) => void

type Settings = Partial<Record<SettingName, string>>

/** What the readers of the kinds are given. */
interface Read {
  readonly cells: SheetCells
  /** The filled cells of the columns of options, in their order. */
  readonly options: readonly string[]
  readonly settings: Settings
  readonly report: Report
}

/** `name=value` in each line; the sign of equality may be that of Chinese text. */
export function readSettings(cell: string, report: Report): Settings {
  const settings: Settings = {}
  for (const line of cell.split(/\n|[;；](?=[^=＝]*[=＝])/)) {
    if (line.trim() === '') continue
    const [, written = '', value = ''] = /^([^=＝:：]+)[=＝:：](.*)$/s.exec(line.trim()) ?? []
    const name = meaningOf(words.setting, written)
    if (name) settings[name] = value.trim()
    else report('settings', SETTING_WRONG)
  }
  return settings
}

/** Letters side by side, or letters and numbers with something between them. */
function placesOf(answer: string): number[] | undefined {
  const text = answer
    .toUpperCase()
    .replace(/[，、；;\s]+/g, ',')
    .replace(/^,|,$/g, '')
  const names = text.includes(',') || /^\d+$/.test(text) ? text.split(',') : [...text]
  const places = names.map((name) =>
    /^[A-Z]$/.test(name) ? name.charCodeAt(0) - 65 : /^\d{1,3}$/.test(name) ? Number(name) - 1 : -1,
  )
  return places.length > 0 && places.every((place) => place >= 0) ? [...new Set(places)] : undefined
}

function partialOf({ settings, report }: Read): PartialRule {
  if (settings.partial === undefined) return 'none'
  const rule = meaningOf(words.rule, settings.partial)
  if (!rule) report('settings', SETTING_WRONG)
  return rule ?? 'none'
}

function flagOf(name: 'anyOrder' | 'ignoreCase', otherwise: boolean, { settings, report }: Read): boolean {
  const text = settings[name]
  if (text === undefined) return otherwise
  const truth = meaningOf(words.truth, text)
  if (!truth) report('settings', SETTING_WRONG)
  return truth === 'true'
}

function countOf(name: 'lengthMax' | 'filesMax', otherwise: number, { settings, report }: Read): number {
  const text = settings[name]
  if (text === undefined) return otherwise
  if (!/^\d{1,5}$/.test(text)) report('settings', SETTING_WRONG)
  return Number(text)
}

const inlineTexts = (options: readonly string[]) => options.map((cell) => richTextOf(cell, 'inline'))

function rightPlaces({ cells, report }: Read): number[] | undefined {
  const places = placesOf(cells.answer ?? '')
  if (!places) report('answer', KEY_UNREADABLE)
  return places?.toSorted((one, other) => one - other)
}

function needOptions(min: number, { options, report }: Read): boolean {
  if (options.length < min) report('option1', OPTION_COUNT_WRONG)
  return options.length >= min
}

/** The answers of the blanks: a column each, or all in the column of the key. */
function blankTexts({ cells, options }: Read): readonly string[] {
  if (options.length > 0) return options
  return (cells.answer ?? '').split(/\n|[；;]/).map((text) => text.trim())
}

function blanksOf(read: Read): Blank[] {
  const tolerances = read.settings.tolerance?.split('|') ?? []
  return blankTexts(read).map((answer, at) => {
    const tolerance = tolerances[at]?.trim() ?? ''
    return { answer, ...(tolerance !== '' && { tolerance }) }
  })
}

function gapOf(text: string): Gap | undefined {
  const lines = text.split('\n')
  const isChoice = lines.length > 1 && lines.every((line) => /^[√×✓✗] /.test(line))
  if (!isChoice) return undefined
  const right = lines.findIndex((line) => line.startsWith(gapMarks.right) || line.startsWith('✓ '))
  return { options: lines.map((line) => line.slice(2)), right }
}

function gapsOf(read: Read): Gap[] | undefined {
  const gaps = blanksOf(read).map((blank) => gapOf(blank.answer) ?? blank)
  if (gaps.every((gap) => !('options' in gap) || gap.right >= 0)) return gaps
  read.report('option1', KEY_UNREADABLE)
  return undefined
}

type Key<K extends SimpleKind> = Omit<Extract<SimpleContent, { kind: K }>, 'kind' | 'stem' | 'explanation'>

function choiceKey(read: Read) {
  const hasOptions = needOptions(2, read)
  const right = rightPlaces(read)
  return hasOptions && right ? { options: inlineTexts(read.options), right, partial: partialOf(read) } : undefined
}

function matchingKey(read: Read): Key<'matching'> | undefined {
  const sides = read.options.map((cell) => cell.split('=>').map((side) => richTextOf(side, 'inline')))
  for (const [at, { length }] of sides.entries()) if (length !== 2) read.report(`option${at + 1}`, PAIR_UNREADABLE)
  if (sides.some(({ length }) => length !== 2)) return undefined
  const texts = sides.map(([left = '', right = '']) => ({ left, right }))
  const pairs = texts.filter(({ left }) => left !== '')
  if (pairs.length < 2) {
    read.report('option1', OPTION_COUNT_WRONG)
    return undefined
  }
  const extra = texts.filter(({ left }) => left === '').map(({ right }) => right)
  return { pairs, extra, partial: partialOf(read) }
}

function formatsOf({ settings, report }: Read): Key<'file-answer'>['formats'] {
  const written = settings.formats?.split(/[|,，、]/) ?? ['document', 'picture']
  const formats = written.flatMap((text) => meaningOf(words.format, text) ?? [])
  if (formats.length !== written.length) report('settings', SETTING_WRONG)
  return [...new Set(formats)]
}

export const keyReaders: { readonly [K in SimpleKind]: (read: Read) => Key<K> | undefined } = {
  'single-choice'(read) {
    const key = choiceKey(read)
    const [right] = key?.right ?? []
    if (!key || right === undefined) return undefined
    if (key.right.length > 1) read.report('answer', KEY_UNREADABLE)
    return { options: key.options, right }
  },
  'multiple-choice': choiceKey,
  'undetermined-choice': choiceKey,
  'true-false'({ cells, report }) {
    const truth = meaningOf(words.truth, cells.answer ?? '')
    if (!truth) report('answer', KEY_UNREADABLE)
    return truth && { isTrue: truth === 'true' }
  },
  'fill-in': (read) => ({
    blanks: blanksOf(read),
    anyOrder: flagOf('anyOrder', false, read),
    ignoreCase: flagOf('ignoreCase', true, read),
    partial: partialOf(read),
  }),
  cloze(read) {
    const gaps = gapsOf(read)
    return gaps && { gaps, ignoreCase: flagOf('ignoreCase', true, read), partial: partialOf(read) }
  },
  'short-answer': (read) => ({
    reference: richTextOf(read.cells.answer ?? '', 'block'),
    lengthMax: countOf('lengthMax', 2000, read),
  }),
  matching: matchingKey,
  ordering(read) {
    if (!needOptions(2, read)) return undefined
    const items = inlineTexts(read.options)
    const order = placesOf(read.cells.answer ?? '')
    // A key of letters puts the items into the right order; without one they stand in it.
    const isOrder = order?.length === items.length && order.every((place) => place < items.length)
    if (order && !isOrder) read.report('answer', KEY_UNREADABLE)
    const sorted = isOrder ? order.map((place) => items[place] ?? '') : items
    return { items: sorted, partial: partialOf(read) === 'none' ? 'none' : 'each' }
  },
  numeric: ({ cells, settings }) => ({
    answer: (cells.answer ?? '').trim(),
    tolerance: settings.tolerance ?? '0',
    unit: settings.unit ?? '',
  }),
  'file-answer': (read) => ({
    reference: richTextOf(read.cells.answer ?? '', 'block'),
    filesMax: countOf('filesMax', 1, read),
    formats: formatsOf(read),
  }),
}
