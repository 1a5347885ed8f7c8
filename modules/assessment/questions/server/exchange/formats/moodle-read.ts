/** Questions of Moodle XML. Each is read by itself, so that a wrong one fails alone. */

import type { ImportLoss } from '../../../contract/exchange.ts'
import { KIND_UNSUPPORTED, MEDIA_REFUSED } from '../../../contract/exchange-codes.ts'
import type { SimpleContent } from '../../../contract/question.ts'
import { mapRichTexts } from '../../../contract/texts.ts'
import { type CellShape, richTextOf } from '../rich-cells.ts'
import { clozeOf } from './cloze.ts'
import { type FormatFile, type FormatQuestion, questionDefaults, tenthsOf, unreadable } from './format-question.ts'
import { assembled, withRemainder } from './remainder.ts'
import { mapSources, PackedFiles, withOwnFormulas } from './rich-texts.ts'
import { allOf, childOf, decodeText, elementsOf, parseXml, textOf, type XmlElement } from './xml.ts'

/** The element with what Moodle cannot say; its import passes over elements that it does not know. */
export const remainderElement = 'shuyuan'

/** Names of files in texts are addresses. */
function fileName(address: string): string | undefined {
  if (!address.startsWith('@@PLUGINFILE@@/')) return undefined
  const path = address.slice('@@PLUGINFILE@@/'.length).replace(/\?.*$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Reads the rich texts of a question, with the files that stand in them. */
class Texts {
  readonly losses = new Set<ImportLoss>()
  isFileMissing = false
  readonly #packed: PackedFiles
  readonly #files: ReadonlyMap<string, XmlElement>

  constructor(question: XmlElement, packed: PackedFiles) {
    this.#packed = packed
    this.#files = new Map(allOf(question, 'file').map((file) => [file.attributes.name ?? '', file]))
  }

  html(holder: XmlElement | undefined, shape: CellShape): string {
    const text = textOf(childOf(holder, 'text'))
    const { format = 'moodle_auto_format' } = holder?.attributes ?? {}
    if (format === 'markdown') this.losses.add('markdown')
    return this.withFiles(withOwnFormulas(format === 'html' ? text.trim() : richTextOf(text, shape)))
  }

  withFiles(html: string): string {
    return mapSources(html, (from) => {
      const name = fileName(from)
      if (name === undefined) return this.#packed.ofDataUrl(from)
      const last = name.replace(/^.*\//, '')
      const file = this.#files.get(last)
      if (file?.attributes.encoding !== 'base64') {
        this.isFileMissing = true
        return undefined
      }
      const content = textOf(file)
      return this.#packed.add(`${name} ${content}`, last, () => Buffer.from(content, 'base64'))
    })
  }
}

interface Given {
  readonly texts: Texts
  readonly head: { readonly stem: string; readonly explanation: string }
}

const fractionOf = (answer: XmlElement) => Number(answer.attributes.fraction ?? '0')
const answerText = (answer: XmlElement | undefined) => textOf(childOf(answer, 'text')).trim()
const childText = (question: XmlElement, name: string) => textOf(childOf(question, name)).trim()

function choiceOf(question: XmlElement, { texts, head }: Given): SimpleContent {
  const answers = elementsOf(question, 'answer')
  const fractions = answers.map(fractionOf)
  const options = answers.map((answer) => texts.html(answer, 'inline'))
  const right = fractions.flatMap((fraction, at) => (fraction > 0 ? [at] : []))
  if (/^(?:true|1)$/.test(childText(question, 'single'))) {
    const best = Math.max(...fractions, 0)
    if (fractions.some((fraction) => fraction > 0 && fraction < best)) texts.losses.add('weights')
    return { ...head, kind: 'single-choice', options, right: fractions.indexOf(best) }
  }
  const share = 100 / right.length
  if (right.some((at) => Math.abs((fractions[at] ?? 0) - share) > 0.5)) texts.losses.add('weights')
  return { ...head, kind: 'multiple-choice', options, right, partial: 'each' }
}

const openStem = (stem: string) => (stem.endsWith('</p>') ? `${stem.slice(0, -4)}____</p>` : `${stem}____`)

function shortAnswerOf(question: XmlElement, { texts, head }: Given): SimpleContent {
  const answers = elementsOf(question, 'answer').filter((answer) => fractionOf(answer) > 0)
  if (answers.some((answer) => fractionOf(answer) < 100)) texts.losses.add('weights')
  return {
    ...{ ...head, kind: 'fill-in', stem: openStem(head.stem), anyOrder: false, partial: 'each' },
    blanks: [{ answer: answers.map(answerText).join('|') }],
    ignoreCase: childText(question, 'usecase') !== '1',
  }
}

/** A number as Moodle writes it, such as 0.0100000 or 1.0E-5, as a decimal of ours. */
export function decimalOf(text: string): string {
  const trimmed = text.trim().replace(/^\+/, '')
  const number = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(number)) return trimmed
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(trimmed) ?? []
  if (whole === '') return Number(number.toFixed(12)).toString()
  const decimals = rest.replace(/0+$/, '')
  return `${sign}${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`
}

function numericOf(question: XmlElement, { texts, head }: Given): SimpleContent {
  const answers = elementsOf(question, 'answer').filter((answer) => fractionOf(answer) > 0)
  const best = answers.toSorted((one, other) => fractionOf(other) - fractionOf(one))[0]
  if (answers.length > 1) texts.losses.add('weights')
  const units = allOf(question, 'unit').map((unit) => childText(unit, 'unit_name'))
  if (units.length > 1) texts.losses.add('units')
  return {
    ...{ ...head, kind: 'numeric', answer: decimalOf(answerText(best)), unit: units[0] ?? '' },
    tolerance: decimalOf(childText(best ?? question, 'tolerance') || '0'),
  }
}

function essayOf(question: XmlElement, { texts, head }: Given): SimpleContent {
  const reference = texts.html(childOf(question, 'graderinfo'), 'block')
  const files = Number(childText(question, 'attachments') || '0')
  if (childText(question, 'responseformat') === 'noinline') {
    const filesMax = files < 0 ? 10 : Math.min(10, Math.max(1, files))
    return { ...head, kind: 'file-answer', reference, filesMax, formats: ['document', 'picture', 'audio', 'video'] }
  }
  return { ...head, kind: 'short-answer', reference, lengthMax: 2000 }
}

function matchingOf(question: XmlElement, { texts, head }: Given): SimpleContent {
  const sides = elementsOf(question, 'subquestion').map((side) => ({
    left: texts.html(side, 'inline'),
    right: texts.withFiles(withOwnFormulas(richTextOf(answerText(childOf(side, 'answer')), 'inline'))),
  }))
  const extra = sides.filter(({ left }) => left === '').map(({ right }) => right)
  return { ...head, kind: 'matching', pairs: sides.filter(({ left }) => left !== ''), extra, partial: 'each' }
}

const readers: Readonly<Record<string, (question: XmlElement, given: Given) => SimpleContent | undefined>> = {
  multichoice: choiceOf,
  truefalse: (question, { head }) => {
    const right = elementsOf(question, 'answer').find((answer) => fractionOf(answer) === 100)
    return { ...head, kind: 'true-false', isTrue: answerText(right).toLowerCase() === 'true' }
  },
  shortanswer: shortAnswerOf,
  numerical: numericOf,
  essay: essayOf,
  matching: matchingOf,
  ordering: (question, { texts, head }) => ({
    ...{ ...head, kind: 'ordering', partial: 'none' },
    items: elementsOf(question, 'answer').map((answer) => texts.html(answer, 'inline')),
  }),
  cloze: (_, { texts, head }) => clozeOf(head, texts.losses),
  multianswer: (_, { texts, head }) => clozeOf(head, texts.losses),
}

function addLosses(question: XmlElement, losses: Set<ImportLoss>): void {
  const feedbacks = allOf(question, 'feedback').filter((feedback) => answerText(feedback) !== '')
  if (feedbacks.length > 0) losses.add('feedback')
  if (elementsOf(question, 'hint').length > 0) losses.add('hints')
  const penalty = Number(childText(question, 'penalty') || '0')
  // Moodle writes a third where nobody has chosen anything, and 1 for statements.
  if (penalty > 0 && Math.abs(penalty - 1 / 3) > 0.001 && penalty !== 1) losses.add('penalty')
}

export function readMoodleQuestion(question: XmlElement, packed = new PackedFiles()): FormatQuestion {
  const { type = '' } = question.attributes
  const remainder = childOf(question, remainderElement)
  const rest = remainder && textOf(remainder)
  const texts = new Texts(question, packed)
  const stem = texts.html(childOf(question, 'questiontext'), 'block')
  const excerpt = stem.replace(/<[^>]*>/g, ' ')
  const head = { stem, explanation: texts.html(childOf(question, 'generalfeedback'), 'block') }
  const content = readers[type]?.(question, { texts, head })
  if (!content) {
    const group = withRemainder(unreadable(excerpt, KIND_UNSUPPORTED), rest)
    if (!group.question) return group
    const own = {
      ...group.question.content,
      stem: texts.withFiles(group.question.content.stem),
      explanation: texts.withFiles(group.question.content.explanation),
    }
    return { ...group, question: { ...group.question, content: own } }
  }
  addLosses(question, texts.losses)
  const scoreTenths = tenthsOf(childText(question, 'defaultgrade')) ?? questionDefaults.scoreTenths
  const topics = elementsOf(childOf(question, 'tags'), 'tag').map(answerText)
  const read = { ...questionDefaults, content, scoreTenths, topics: [...new Set(topics.filter((name) => name !== ''))] }
  const whole = withRemainder({ excerpt, question: read, problems: [], losses: [...texts.losses] }, rest)
  if (!whole.question || whole.partCount !== undefined) return whole
  // What was laid over the texts names files as they stand in the question.
  const own = mapRichTexts(whole.question.content, (html) => texts.withFiles(html))
  const problems = texts.isFileMissing ? [{ column: 'stem' as const, code: MEDIA_REFUSED.code }] : whole.problems
  return { ...whole, question: { ...whole.question, content: own }, problems }
}

/** Where the file as a whole is no XML, each of its questions is tried alone. */
function questionsIn(text: string): readonly (XmlElement | string)[] {
  try {
    const root = parseXml(text)
    if (root.name !== 'quiz') throw new Error('it has no quiz')
    return elementsOf(root, 'question')
  } catch (error) {
    const pieces = text.match(/<question\b[^>]*>.*?<\/question>/gs)
    if (!pieces || /<!(?:DOCTYPE|ENTITY)/i.test(text)) throw error
    return pieces.map((piece) => {
      try {
        return parseXml(piece)
      } catch {
        return piece
      }
    })
  }
}

export function readMoodle(bytes: Uint8Array): FormatFile {
  const packed = new PackedFiles()
  const questions: FormatQuestion[] = []
  let isInCategory = false
  for (const found of questionsIn(decodeText(bytes).replace(/^\ufeff/, ''))) {
    if (typeof found === 'string') {
      questions.push(unreadable(found))
      continue
    }
    if (found.attributes.type === 'category') {
      isInCategory = true
      continue
    }
    const read = readMoodleQuestion(found, packed)
    questions.push(isInCategory ? { ...read, losses: [...read.losses, 'category'] } : read)
    isInCategory = false
  }
  return { questions: assembled(questions), files: packed.files }
}
