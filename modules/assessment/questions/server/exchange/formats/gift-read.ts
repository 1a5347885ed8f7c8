/**
 * Questions as GIFT writes them. The parser is given one question after the other, so that a wrong one fails alone; they stand
 * between blank lines.
 */
import { type GIFTQuestion, type MultipleChoice, type NumericalFormat, parse, type TextFormat } from 'gift-pegjs'
import type { ImportLoss } from '../../../contract/exchange.ts'
import { KIND_UNSUPPORTED } from '../../../contract/exchange-codes.ts'
import type { SimpleContent } from '../../../contract/question.ts'
import { mapRichTexts } from '../../../contract/texts.ts'
import { type CellShape, richTextOf } from '../rich-cells.ts'
import { type FormatFile, type FormatQuestion, questionDefaults, unreadable } from './format-question.ts'
import { assembled, withRemainder } from './remainder.ts'
import { mapSources, PackedFiles, withOwnFormulas } from './rich-texts.ts'
import { decodeText } from './xml.ts'

/** Marks what GIFT cannot say, in a comment. */
export const remainderMark = '// [shuyuan]'

const escaped: Readonly<Record<string, string>> = {
  ...{ '&&092;': '\\', '&&058;': ':', '&&035;': '#', '&&061;': '=' },
  ...{ '&&123;': '{', '&&125;': '}', '&&126;': '~', '&&010': '\n' },
}

/** The parser leaves what was escaped in the right side of a pair as it is. */
const plain = (text: string) => text.replace(/&&(?:0(?:92|58|35|61)|12[356]);|&&010/g, (code) => escaped[code] ?? code)

const htmlOf = ({ format, text }: TextFormat, shape: CellShape): string =>
  withOwnFormulas(format === 'html' ? text : richTextOf(text, shape))

interface Read {
  readonly content: SimpleContent
  readonly losses: readonly ImportLoss[]
}

/** A decimal number as text, as far as the parser has kept it. */
const decimal = (number: number) => (Number.isFinite(number) ? String(Number(number.toFixed(10))) : '')

const openStem = (stem: string) => (stem.endsWith('</p>') ? `${stem.slice(0, -4)}____</p>` : `${stem}____`)

function choiceOf({ choices, stem, hasEmbeddedAnswers }: MultipleChoice, head: Head): Read {
  const weights = choices.map(({ isCorrect, weight }) => weight ?? (isCorrect ? 100 : 0))
  const right = weights.flatMap((weight, at) => (weight > 0 ? [at] : []))
  const whole = weights.indexOf(100)
  const isSingle = whole >= 0
  const share = 100 / right.length
  const isEven = right.every((at) => Math.abs((weights[at] ?? 0) - share) < 0.5)
  const isPlain = isSingle ? weights.every((weight) => weight === 100 || weight <= 0) : isEven
  const losses: ImportLoss[] = isPlain ? [] : ['weights']
  const shared = { ...head, stem: htmlOf(stem, 'block') }
  if (hasEmbeddedAnswers && isSingle) {
    const gap = { options: choices.map(({ text }) => text.text), right: whole }
    const content = { ...shared, kind: 'cloze' as const, gaps: [gap], ignoreCase: true, partial: 'each' as const }
    return { losses, content: { ...content, stem: shared.stem.replace('_____', '____') } }
  }
  const options = choices.map(({ text }) => htmlOf(text, 'inline'))
  if (isSingle) return { losses, content: { ...shared, kind: 'single-choice', options, right: whole } }
  return { losses, content: { ...shared, kind: 'multiple-choice', options, right, partial: 'each' } }
}

function numericOf(number: NumericalFormat): { answer: string; tolerance: string } {
  const { type, number: middle = 0, range = 0, numberHigh = 0, numberLow = 0 } = number
  if (type !== 'high-low') return { answer: decimal(middle), tolerance: decimal(Math.abs(range)) }
  return { answer: decimal((numberHigh + numberLow) / 2), tolerance: decimal(Math.abs(numberHigh - numberLow) / 2) }
}

interface Head {
  readonly explanation: string
}

function contentOf(parsed: GIFTQuestion): Read | undefined {
  if (parsed.type === 'Category' || parsed.type === 'Description') return undefined
  const head = { explanation: parsed.globalFeedback ? htmlOf(parsed.globalFeedback, 'block') : '' }
  const stem = htmlOf(parsed.stem, 'block')
  const only = (content: SimpleContent): Read => ({ content, losses: [] })
  switch (parsed.type) {
    case 'MC':
      return choiceOf(parsed, head)
    case 'TF':
      return only({ ...head, kind: 'true-false', stem, isTrue: parsed.isTrue })
    case 'Short': {
      const answer = parsed.choices.map(({ text }) => text.text.trim()).join('|')
      const isPartial = parsed.choices.some(({ weight }) => weight !== null && weight !== 100)
      const withBlank = parsed.hasEmbeddedAnswers ? stem.replace('_____', '____') : openStem(stem)
      return {
        content: {
          ...{ ...head, kind: 'fill-in', stem: withBlank, blanks: [{ answer }], anyOrder: false },
          ...{ ignoreCase: true, partial: 'each' },
        },
        losses: isPartial ? ['weights'] : [],
      }
    }
    case 'Numerical': {
      const choices = Array.isArray(parsed.choices) ? parsed.choices : []
      const best = choices.find(({ weight }) => weight === null || weight === 100)
      const number = Array.isArray(parsed.choices) ? best?.text : parsed.choices
      if (!number) return undefined
      const content = { ...head, kind: 'numeric' as const, stem, ...numericOf(number), unit: '' }
      return { content, losses: choices.length > 1 ? ['weights'] : [] }
    }
    case 'Essay':
      return only({ ...head, kind: 'short-answer', stem, reference: '', lengthMax: 2000 })
    case 'Matching': {
      const sides = parsed.matchPairs.map(({ subquestion, subanswer }) => ({
        left: htmlOf(subquestion, 'inline'),
        right: withOwnFormulas(richTextOf(plain(subanswer), 'inline')),
      }))
      const pairs = sides.filter(({ left }) => left !== '')
      const extra = sides.filter(({ left }) => left === '').map(({ right }) => right)
      return only({ ...head, kind: 'matching', stem, pairs, extra, partial: 'each' })
    }
  }
}

const hasFeedback = (parsed: GIFTQuestion): boolean =>
  ('choices' in parsed && Array.isArray(parsed.choices) && parsed.choices.some(({ feedback }) => feedback !== null)) ||
  (parsed.type === 'TF' && (parsed.trueFeedback !== null || parsed.falseFeedback !== null))

/** One question between blank lines. */
export function readGiftQuestion(text: string): FormatQuestion {
  const lines = text.split('\n')
  const remainder = lines.find((line) => line.startsWith(remainderMark))?.slice(remainderMark.length)
  const shown = lines.filter((line) => !line.startsWith('//')).join('\n')
  let parsed: GIFTQuestion | undefined
  try {
    parsed = parse(lines.filter((line) => !line.startsWith(remainderMark)).join('\n'))[0]
  } catch {
    return withRemainder(unreadable(shown), remainder)
  }
  const read = parsed && contentOf(parsed)
  if (!parsed || !read) return withRemainder(unreadable(shown, KIND_UNSUPPORTED), remainder)
  const losses: ImportLoss[] = [...read.losses]
  if (hasFeedback(parsed)) losses.push('feedback')
  if ('stem' in parsed && parsed.stem.format === 'markdown') losses.push('markdown')
  const topics = 'tags' in parsed ? [...new Set(parsed.tags ?? [])] : []
  const question = { ...questionDefaults, content: read.content, topics }
  return withRemainder({ excerpt: shown, question, problems: [], losses }, remainder)
}

/** The questions of a file. Categories are named as lost by the question that follows them. */
export function readGift(bytes: Uint8Array): FormatFile {
  const blocks = decodeText(bytes)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split(/\n[ \t]*\n/)
  const questions: FormatQuestion[] = []
  let isInCategory = false
  for (const block of blocks) {
    const lines = block.split('\n').map((line) => line.trimStart())
    if (lines.some((line) => line.startsWith('$CATEGORY:'))) isInCategory = true
    const own = lines
      .filter((line) => !line.startsWith('$CATEGORY:'))
      .join('\n')
      .trim()
    if (own.split('\n').every((line) => line.startsWith('//') || line.trim() === '')) continue
    const read = readGiftQuestion(own)
    questions.push(isInCategory ? { ...read, losses: [...read.losses, 'category'] } : read)
    isInCategory = false
  }
  const packed = new PackedFiles()
  return { questions: assembled(questions).map((question) => withData(question, packed)), files: packed.files }
}

/** Pictures that stand in the text itself become files. */
function withData(read: FormatQuestion, packed: PackedFiles): FormatQuestion {
  if (!read.question || !JSON.stringify(read.question.content).includes('data:')) return read
  return {
    ...read,
    question: {
      ...read.question,
      content: mapRichTexts(read.question.content, (html) => mapSources(html, (from) => packed.ofDataUrl(from))),
    },
  }
}
