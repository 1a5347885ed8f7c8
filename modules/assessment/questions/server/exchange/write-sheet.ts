/** Questions as rows of a spreadsheet: one row a question, and one below it for each part of a group. */
import type { Language } from '#kit/caller.ts'
import type { Blank, Gap, QuestionContent, SimpleContent } from '../../contract/question.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { cellOf } from './rich-cells.ts'
import { optionName, type SettingName, type SheetCells, type SheetColumn, wordOf, words } from './sheet-columns.ts'

interface KeyCells {
  /** Of the columns of options, from the first. */
  readonly options?: readonly string[]
  readonly answer?: string
  readonly settings?: Partial<Record<SettingName, string>>
}

const inline = (html: string) => cellOf(html, 'inline')
const lettersOf = (places: readonly number[]) =>
  places.map((place) => optionName(place + 1)).join(places.some((place) => place >= 26) ? ',' : '')

/** Marks of the options of a gap; a gap to type into has none. */
export const gapMarks = { right: '√ ', wrong: '× ' } as const

function gapCell(gap: Gap): string {
  if (!('options' in gap)) return gap.answer
  return gap.options.map((text, at) => `${at === gap.right ? gapMarks.right : gapMarks.wrong}${text}`).join('\n')
}

/** Between a left text and its right one. */
const pairSign = ' => '

/** A side that has the sign in it is written as HTML, where `>` is escaped. */
function sideCell(html: string): string {
  const cell = inline(html)
  return cell.includes('=>') && !cell.startsWith('<html>') ? `<html>${html}</html>` : cell
}

const tolerances = (blanks: readonly (Blank | Gap)[]) =>
  blanks.some((blank) => 'tolerance' in blank)
    ? { tolerance: blanks.map((blank) => ('tolerance' in blank ? (blank.tolerance ?? '') : '')).join('|') }
    : {}

function keyCells(content: SimpleContent, language: Language): KeyCells {
  const yes = (isSet: boolean) => wordOf(words.truth, isSet ? 'true' : 'false', language)
  const rule = (partial: keyof typeof words.rule) => wordOf(words.rule, partial, language)
  switch (content.kind) {
    case 'single-choice':
      return { options: content.options.map(inline), answer: lettersOf([content.right]) }
    case 'multiple-choice':
    case 'undetermined-choice':
      return {
        options: content.options.map(inline),
        answer: lettersOf(content.right),
        settings: { partial: rule(content.partial) },
      }
    case 'true-false':
      return { answer: yes(content.isTrue) }
    case 'fill-in':
      return {
        options: content.blanks.map(({ answer }) => answer),
        settings: {
          ...{ partial: rule(content.partial), anyOrder: yes(content.anyOrder), ignoreCase: yes(content.ignoreCase) },
          ...tolerances(content.blanks),
        },
      }
    case 'cloze':
      return {
        options: content.gaps.map(gapCell),
        settings: {
          ...{ partial: rule(content.partial), ignoreCase: yes(content.ignoreCase) },
          ...tolerances(content.gaps),
        },
      }
    case 'short-answer':
      return { answer: cellOf(content.reference, 'block'), settings: { lengthMax: String(content.lengthMax) } }
    case 'matching': {
      const pairs = content.pairs.map(({ left, right }) => `${sideCell(left)}${pairSign}${sideCell(right)}`)
      return {
        options: [...pairs, ...content.extra.map((text) => `${pairSign.trim()} ${sideCell(text)}`)],
        settings: { partial: rule(content.partial) },
      }
    }
    case 'ordering':
      return { options: content.items.map(inline), settings: { partial: rule(content.partial) } }
    case 'numeric':
      return {
        answer: content.answer,
        settings: { tolerance: content.tolerance, ...(content.unit !== '' && { unit: content.unit }) },
      }
    case 'file-answer': {
      const formats = content.formats.map((format) => wordOf(words.format, format, language)).join('|')
      return {
        answer: cellOf(content.reference, 'block'),
        settings: { filesMax: String(content.filesMax), formats },
      }
    }
  }
}

function contentCells(content: QuestionContent, language: Language): SheetCells {
  const head = {
    kind: wordOf(words.kind, content.kind, language),
    stem: cellOf(content.stem, 'block'),
    explanation: cellOf(content.explanation, 'block'),
  }
  if (content.kind === 'group') return head
  const { options = [], answer = '', settings = {} } = keyCells(content, language)
  const lines = Object.entries(settings).map(
    ([name, value]) => `${wordOf(words.setting, name as SettingName, language)}=${value}`,
  )
  return {
    ...head,
    ...Object.fromEntries(options.map((text, index) => [`option${index + 1}`, text])),
    answer,
    settings: lines.join('\n'),
  }
}

const pointsText = (tenths: number) => (tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1))

/** A name that has a separator or a quotation mark in it stands between quotation marks. */
const topicCell = (name: string) => (/[;；、,，"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)

/** The rows of a question: one, or those of its parts below it. */
export function sheetRows(question: ExchangeQuestion, language: Language): SheetCells[] {
  const { content, scoreTenths, difficulty, source, topics } = question
  const first: SheetCells = {
    ...contentCells(content, language),
    score: pointsText(scoreTenths),
    difficulty: String(difficulty),
    topics: topics.map(topicCell).join('；'),
    source,
  }
  if (content.kind !== 'group') return [first]
  const part = wordOf(words.truth, 'true', language)
  const parts = content.parts.map(({ scoreTenths: tenths, content: own }) => ({
    ...contentCells(own, language),
    ...{ score: pointsText(tenths), part },
  }))
  return [first, ...parts]
}

export const cellsInOrder = (cells: SheetCells, columns: readonly SheetColumn[]) =>
  columns.map((column) => cells[column] ?? '')

/** How many columns of options a row fills. */
export function optionCount(cells: SheetCells): number {
  return Math.max(0, ...Object.keys(cells).map((column) => Number(/^option(\d+)$/.exec(column)?.[1] ?? 0)))
}
