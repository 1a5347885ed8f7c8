/** Gaps in the text of a stem as Moodle writes them: `{1:SHORTANSWER:=right~%50%also~wrong#feedback}`. */
import type { ImportLoss } from '../../../contract/exchange.ts'
import type { Gap, SimpleContent } from '../../../contract/question.ts'
import { decodeEntities } from './xml.ts'

const gap =
  /\{(\d*):(SHORTANSWER|SHORTANSWER_C|SA|SAC|MW|MWC|MULTICHOICE(?:_[HVS]+)?|MC[HVS]*|MULTIRESPONSE(?:_[HS]+)?|MR[HS]*|NUMERICAL|NM):((?:\\.|[^}\\])*)\}/g

interface Alternative {
  readonly text: string
  readonly fraction: number
  readonly hasFeedback: boolean
}

const plainGap = (text: string) =>
  decodeEntities(text.replace(/\\(.)/gs, '$1'))
    .replace(/<[^>]*>/g, '')
    .trim()

/** Splits at a sign that is not escaped. */
function splitAt(text: string, sign: string): string[] {
  const pieces = ['']
  for (const [token] of text.matchAll(/\\.|[^\\]|\\$/gs)) {
    if (token === sign) pieces.push('')
    else pieces[pieces.length - 1] += token
  }
  return pieces
}

function alternativesOf(body: string): Alternative[] {
  return splitAt(body, '~').map((written) => {
    const [answer = '', ...feedback] = splitAt(written.trim(), '#')
    const [, isRight, percent, text = ''] = /^(=)?(?:%(-?[\d.]+)%)?(.*)$/s.exec(answer.trim()) ?? []
    const fraction = percent === undefined ? (isRight ? 100 : 0) : Number(percent)
    return { text: plainGap(text), fraction, hasFeedback: feedback.join('').trim() !== '' }
  })
}

function gapOf(kind: string, body: string, losses: Set<ImportLoss>): Gap {
  const alternatives = alternativesOf(body)
  if (alternatives.some(({ hasFeedback }) => hasFeedback)) losses.add('feedback')
  const best = Math.max(0, ...alternatives.map(({ fraction }) => fraction))
  if (alternatives.some(({ fraction }) => fraction > 0 && fraction < best)) losses.add('weights')
  if (/^M(?:U|C|R)/.test(kind)) {
    const right = alternatives.findIndex(({ fraction }) => fraction === best)
    return { options: alternatives.map(({ text }) => text), right }
  }
  const right = alternatives.filter(({ fraction }) => fraction > 0).map(({ text }) => text)
  if (!/^N/.test(kind)) return { answer: right.join('|') }
  const numbers = right.map((text) => text.split(':'))
  return { answer: numbers.map(([number = '']) => number.trim()).join('|'), tolerance: numbers[0]?.[1]?.trim() || '0' }
}

/** Undefined where there is no gap. */
export function clozeOf(
  { stem, explanation }: { readonly stem: string; readonly explanation: string },
  losses: Set<ImportLoss>,
): SimpleContent | undefined {
  const found = [...stem.matchAll(gap)].map(([, , kind = '', body = '']) => ({ kind, gap: gapOf(kind, body, losses) }))
  if (found.length === 0) return undefined
  const weights = new Set([...stem.matchAll(gap)].map(([, weight]) => weight || '1'))
  if (weights.size > 1) losses.add('weights')
  const shared = { stem: stem.replace(gap, '____'), explanation, partial: 'each' as const }
  const ignoreCase = !found.some(({ kind }) => /^(?:SHORTANSWER_C|SAC|MWC)$/.test(kind))
  const gaps = found.map((one) => one.gap)
  const blanks = gaps.filter((one) => 'answer' in one)
  if (blanks.length === gaps.length) return { ...shared, kind: 'fill-in', blanks, anyOrder: false, ignoreCase }
  return { ...shared, kind: 'cloze', gaps, ignoreCase }
}

const escapeGap = (text: string) =>
  text
    .replace(/[\\}~#="]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')

function written(one: Gap, ignoreCase: boolean): string {
  if ('options' in one)
    return `{1:MULTICHOICE:${one.options.map((text, at) => `${at === one.right ? '=' : ''}${escapeGap(text)}`).join('~')}}`
  const texts = one.answer.split('|').map((text) => escapeGap(text.trim()))
  if (one.tolerance !== undefined) return `{1:NUMERICAL:${texts.map((text) => `=${text}:${one.tolerance}`).join('~')}}`
  return `{1:${ignoreCase ? 'SHORTANSWER' : 'SHORTANSWER_C'}:${texts.map((text) => `=${text}`).join('~')}}`
}

/** The texts around the blanks with the gaps between them. */
export function withGaps(texts: readonly string[], gaps: readonly Gap[], ignoreCase: boolean): string {
  return texts
    .map((text, at) => {
      const one = gaps[at]
      return one && at < texts.length - 1 ? text + written(one, ignoreCase) : text
    })
    .join('')
}
