/** What an answer earns: pure, in tenths of a point, without floating point. Never throws, whatever the answer holds. */
import type { QuestionAnswer, SimpleAnswer, SimpleAnswerOf } from './answer.ts'
import { alternativesOf } from './blanks.ts'
import { isWithin } from './decimal.ts'
import { shownOrder, shownRights } from './presented.ts'
import type {
  Blank,
  Gap,
  GroupContent,
  PartialRule,
  QuestionContent,
  SimpleContent,
  SimpleContentOf,
  SimpleKind,
} from './question.ts'

/** `needs-marking`: a person decides; `tenths` is what counts without it. */
export const verdicts = ['right', 'partly', 'wrong', 'needs-marking'] as const
export type Verdict = (typeof verdicts)[number]

export interface Score {
  readonly tenths: number
  readonly verdict: Verdict
}

/** How many of the parts that count are right, and how many that were given are wrong. */
interface Parts {
  readonly right: number
  readonly wrong: number
  readonly total: number
}

const wrong: Score = { tenths: 0, verdict: 'wrong' }

const allOrNothing = (isRight: boolean, maxTenths: number): Score =>
  isRight ? { tenths: maxTenths, verdict: 'right' } : wrong

/** The parts of the whole that an answer earns by the rule, cut to a tenth. */
function earned(rule: PartialRule, parts: Parts, maxTenths: number, takesOff = false): Score {
  if (parts.right === parts.total && parts.wrong === 0) return { tenths: maxTenths, verdict: 'right' }
  const isClean = parts.right > 0 && parts.wrong === 0
  const share = {
    none: [0, 1],
    half: [isClean ? 1 : 0, 2],
    'no-wrong': [isClean ? parts.right : 0, parts.total],
    each: [Math.max(0, takesOff ? parts.right - parts.wrong : parts.right), parts.total],
  } as const satisfies Record<PartialRule, readonly [number, number]>
  const [counted, of] = share[rule]
  return counted === 0 ? wrong : { tenths: Math.floor((maxTenths * counted) / of), verdict: 'partly' }
}

/** Full width and half width are the same, and so are one space and several. */
export function comparableText(text: string, ignoreCase: boolean): string {
  const half = text
    .normalize('NFC')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim()
  return ignoreCase ? half.toLowerCase() : half
}

/** Whether a typed text fills a blank. The alternatives are brought into their comparable form once. */
type Fits = (typed: string) => boolean

function fitsOf({ answer, tolerance }: Blank, ignoreCase: boolean): Fits {
  const rights = alternativesOf(answer).map((alternative) => comparableText(alternative, ignoreCase))
  if (tolerance === undefined) {
    const known = new Set(rights)
    return (typed) => known.has(comparableText(typed, ignoreCase))
  }
  return (typed) => {
    const number = comparableText(typed, ignoreCase).replace(/ /g, '')
    return rights.some((right) => isWithin(number, right, tolerance))
  }
}

/** The most blanks that the texts can fill, each text one blank (augmenting paths). */
function mostFilled(texts: readonly string[], blanks: readonly Fits[]): number {
  const fitting = texts.map((text) => blanks.flatMap((fits, at) => (fits(text) ? [at] : [])))
  const textOfBlank = new Map<number, number>()
  const place = (text: number, tried: Set<number>): boolean =>
    (fitting[text] ?? []).some((blank) => {
      if (tried.has(blank)) return false
      tried.add(blank)
      const holder = textOfBlank.get(blank)
      if (holder !== undefined && !place(holder, tried)) return false
      textOfBlank.set(blank, text)
      return true
    })
  return texts.filter((_, text) => place(text, new Set())).length
}

/** Whether there is anything to compare. */
const isGiven = (text: string | undefined) => text !== undefined && text.trim() !== ''

function scoreFillIn(content: SimpleContentOf<'fill-in'>, answer: SimpleAnswerOf<'fill-in'>, maxTenths: number): Score {
  const { blanks, anyOrder, ignoreCase, partial } = content
  const texts = blanks.map((_, at) => answer.texts[at] ?? '')
  const given = texts.filter(isGiven)
  const wanted = blanks.map((blank) => fitsOf(blank, ignoreCase))
  const right = anyOrder
    ? mostFilled(given, wanted)
    : wanted.filter((fits, at) => isGiven(texts[at]) && fits(texts[at] ?? '')).length
  return earned(partial, { right, wrong: given.length - right, total: blanks.length }, maxTenths)
}

function scoreChoice(
  { right, partial }: { readonly right: readonly number[]; readonly partial: PartialRule },
  answer: { readonly chosen: readonly number[] },
  maxTenths: number,
): Score {
  const chosen = new Set(answer.chosen)
  const hits = right.filter((id) => chosen.has(id)).length
  return earned(partial, { right: hits, wrong: chosen.size - hits, total: right.length }, maxTenths, true)
}

function scoreGaps(
  content: SimpleContentOf<'cloze'>,
  { gaps: answers }: SimpleAnswerOf<'cloze'>,
  maxTenths: number,
): Score {
  const isRight = (gap: Gap, answer: string | number | null | undefined) =>
    'options' in gap
      ? answer === gap.right
      : typeof answer === 'string' && isGiven(answer) && fitsOf(gap, content.ignoreCase)(answer)
  const given = content.gaps.filter((_, at) => {
    const answer = answers[at]
    return typeof answer === 'string' ? isGiven(answer) : answer !== null && answer !== undefined
  }).length
  const right = content.gaps.filter((gap, at) => isRight(gap, answers[at])).length
  return earned(content.partial, { right, wrong: given - right, total: content.gaps.length }, maxTenths)
}

function scoreMatching(
  content: SimpleContentOf<'matching'>,
  { rights }: SimpleAnswerOf<'matching'>,
  maxTenths: number,
): Score {
  const shown = shownRights(content)
  const given = content.pairs.filter((_, at) => typeof rights[at] === 'number').length
  const right = content.pairs.filter((pair, at) => {
    const id = rights[at]
    return typeof id === 'number' && shown[id] === pair.right
  }).length
  return earned(content.partial, { right, wrong: given - right, total: content.pairs.length }, maxTenths)
}

function scoreOrder(
  content: SimpleContentOf<'ordering'>,
  { order }: SimpleAnswerOf<'ordering'>,
  maxTenths: number,
): Score {
  const shown = shownOrder(content.items)
  const places = order.map((id) => content.items.indexOf(shown[id] ?? ''))
  const neighbors = places.filter((place, at) => at > 0 && place > 0 && place === (places[at - 1] ?? -2) + 1).length
  const total = content.items.length - 1
  return earned(content.partial, { right: neighbors, wrong: 0, total }, maxTenths)
}

function scoreNumber(content: SimpleContentOf<'numeric'>, answer: SimpleAnswerOf<'numeric'>, maxTenths: number): Score {
  const text = comparableText(answer.text, false)
  const unit = comparableText(content.unit, false)
  const number = unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length) : text
  return allOrNothing(isWithin(number.replace(/ /g, ''), content.answer, content.tolerance), maxTenths)
}

const toMark = (isAnswered: boolean): Score => (isAnswered ? { tenths: 0, verdict: 'needs-marking' } : wrong)

type Scorer<K extends SimpleKind> = (content: SimpleContentOf<K>, answer: SimpleAnswerOf<K>, maxTenths: number) => Score

const scorers: { readonly [K in SimpleKind]: Scorer<K> } = {
  'single-choice': ({ right }, { chosen }, maxTenths) =>
    allOrNothing(chosen.length === 1 && chosen[0] === right, maxTenths),
  'multiple-choice': scoreChoice,
  'undetermined-choice': scoreChoice,
  'true-false': (content, { isTrue }, maxTenths) => allOrNothing(isTrue === content.isTrue, maxTenths),
  'fill-in': scoreFillIn,
  'short-answer': (_, { text }) => toMark(isGiven(text)),
  matching: scoreMatching,
  ordering: scoreOrder,
  cloze: scoreGaps,
  numeric: scoreNumber,
  'file-answer': (_, { fileIds }) => toMark(fileIds.length > 0),
}

function scoreSimple(content: SimpleContent, answer: SimpleAnswer | null, maxTenths: number): Score {
  if (answer?.kind !== content.kind) return wrong
  // The kinds are the same, which the compiler cannot follow through the table.
  return (scorers[content.kind] as Scorer<SimpleKind>)(content, answer, maxTenths)
}

function verdictOf(scores: readonly Score[]): Verdict {
  const all = new Set(scores.map((score) => score.verdict))
  if (all.has('needs-marking')) return 'needs-marking'
  const [only] = all
  return all.size === 1 && only ? only : 'partly'
}

/** What each part of a group earns, of its share of the whole. */
export function scoresOfParts(
  { parts }: GroupContent,
  answers: readonly (SimpleAnswer | null)[],
  maxTenths: number,
): Score[] {
  const weights = parts.map((part) => part.scoreTenths)
  const shares = sharesOf(maxTenths, weights)
  return parts.map((part, at) => scoreSimple(part.content, answers[at] ?? null, shares[at] ?? 0))
}

/** Null: nothing was answered. An answer of another kind earns nothing. */
export function scoreOf(content: QuestionContent, answer: QuestionAnswer | null, maxTenths: number): Score {
  if (content.kind !== 'group') return scoreSimple(content, answer?.kind === 'group' ? null : answer, maxTenths)
  if (answer?.kind !== 'group') return wrong
  const scores = scoresOfParts(content, answer.parts, maxTenths)
  return { tenths: scores.reduce((sum, score) => sum + score.tenths, 0), verdict: verdictOf(scores) }
}

/** Splits the tenths by the weights, exactly: what is left over goes to the largest remainders, the first ones first. */
export function sharesOf(tenths: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((tenths * weight) / sum))
  const left = tenths - shares.reduce((total, share) => total + share, 0)
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: (tenths * weight) % sum }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at)
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}
