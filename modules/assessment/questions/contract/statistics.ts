/**
 * Statistics of questions by classical test theory. Totals of several occasions add up, and the statistics follow from the totals:
 * pure functions for server and tests. Decision 131 names the formulas and thresholds.
 */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Below so many answers a correlation or a comparison of groups says nothing: it is null, and screens say "too few". */
const correlationAnswersMin = 10
/** A flag asks for more: an author acts on it. */
const flagAnswersMin = 20
/** Nearly everyone earns the whole score. */
const tooEasyFrom = 0.95
/** Hardly anyone earns anything: at most this share. */
const tooHardUpTo = 0.2
/** More than this share of the company has got the question, and at least so many members. */
export const overexposedAbove = 0.5
export const overexposedPeopleMin = 20

export const itemFlags = ['too-easy', 'too-hard', 'negative-discrimination', 'overexposed'] as const
export const ItemFlag = OneOf(itemFlags)
export type ItemFlag = Static<typeof ItemFlag>

const Share = Type.Number({ minimum: 0, maximum: 1 })
const Correlation = Type.Number({ minimum: -1, maximum: 1 })

/** What chose the same option has in common. `option` is its place in the version; null: nothing was answered. */
interface OptionTotals {
  /** The place of the part of a group. */
  readonly part?: number | null
  readonly option: number | null
  readonly count: number
  /** Of the indicator (1 chosen, 0 not), centered; and its product with the rest. */
  readonly square: number
  readonly cross: number
}

/** Totals over the answers of one version in one occasion, or in several. */
export interface ItemTotals {
  readonly answers: number
  readonly omitted: number
  readonly shareSum: number
  readonly shareSquare: number
  readonly restSquare: number
  readonly shareRest: number
  readonly upperCount: number
  readonly upperSum: number
  readonly lowerCount: number
  readonly lowerSum: number
  readonly bins: readonly number[]
  readonly secondsSum: number
  readonly secondsCount: number
  readonly options: readonly OptionTotals[]
  readonly answeredAt: number
}

export const ItemStatistics = Type.Object({
  answers: Type.Integer(),
  omitted: Type.Integer(),
  /** p: the mean share of the score that was earned; 1 is the easiest. */
  difficulty: Share,
  /** The standard deviation of these shares. */
  deviation: Type.Number(),
  /** The correlation of the question with all others of the paper; null: too few answers, or no differences. */
  itemRest: Nullable(Correlation),
  /** D: the mean share of the best 27 of 100 less that of the worst. */
  discrimination: Nullable(Correlation),
  /** How many earned nothing, up to a quarter, a half, three quarters, less than all, all. */
  bins: Type.Array(Type.Integer()),
  /** The mean time between the answer before and this one; null where nothing is known. */
  seconds: Nullable(Type.Number()),
  /** Of choices. `option` is its place in the version, from 0 (true is 0, false 1); null: nothing was answered. */
  options: Type.Array(
    Type.Object({
      /** Of a group: the place of its part, from 0. */
      part: Nullable(Type.Integer()),
      option: Nullable(Type.Integer()),
      count: Type.Integer(),
      share: Share,
      itemRest: Nullable(Correlation),
    }),
  ),
  answeredAt: Instant,
})
export type ItemStatistics = Static<typeof ItemStatistics>

/** In how many papers and exams it stands, and how many members have seen it. */
export const QuestionUsage = Type.Object({
  papers: Type.Integer(),
  /** Exams whose results count. */
  exams: Type.Integer(),
  lastUsedAt: Nullable(Instant),
  /** Members who have got it, and their share of the company. */
  people: Type.Integer(),
  exposure: Share,
})

/** Of the current version, for the list. */
export const ListedStatistics = Type.Object({
  answers: Type.Integer(),
  difficulty: Share,
  itemRest: Nullable(Correlation),
})

const Named = Type.Object({ id: Id, name: Type.String() })

/** Everything that attempts say of one question. */
export const QuestionStatistics = Type.Object({
  flags: Type.Array(ItemFlag),
  usage: QuestionUsage,
  /** The newest, at most ten of each. */
  papers: Type.Array(Named),
  exams: Type.Array(Type.Object({ ...Named.properties, answers: Type.Integer(), answeredAt: Instant })),
  /** Versions with answers, the current one first. */
  versions: Type.Array(
    Type.Object({
      versionId: Id,
      number: Type.Integer(),
      isCurrent: Type.Boolean(),
      occasions: Type.Integer(),
      statistics: ItemStatistics,
    }),
  ),
})
export type QuestionStatistics = Static<typeof QuestionStatistics>

/** Rounding leaves a trace of a variance where there is none. */
const isNothing = (square: number, answers: number) => square <= 1e-9 * answers

/** Null where one of the two does not vary, or with too few answers. */
function correlation(cross: number, one: number, other: number, answers: number): number | null {
  if (answers < correlationAnswersMin || isNothing(one, answers) || isNothing(other, answers)) return null
  return Math.max(-1, Math.min(1, cross / Math.sqrt(one * other)))
}

export function statisticsOf(totals: ItemTotals): ItemStatistics {
  const { answers, omitted, shareSum, shareSquare, restSquare, shareRest, bins, answeredAt } = totals
  const { upperCount, upperSum, lowerCount, lowerSum } = totals
  const hasGroups = answers >= correlationAnswersMin && upperCount > 0 && lowerCount > 0
  const clamped = (value: number) => Math.max(0, Math.min(1, value))
  return {
    ...{ answers, omitted, bins: [...bins], answeredAt },
    difficulty: clamped(shareSum / answers),
    deviation: answers > 1 ? Math.sqrt(Math.max(0, shareSquare) / (answers - 1)) : 0,
    itemRest: correlation(shareRest, shareSquare, restSquare, answers),
    discrimination: hasGroups ? clamped(upperSum / upperCount) - clamped(lowerSum / lowerCount) : null,
    seconds: totals.secondsCount > 0 ? totals.secondsSum / totals.secondsCount : null,
    options: totals.options.map(({ part = null, option, count, square, cross }) => ({
      ...{ part, option, count, share: clamped(count / answers) },
      itemRest: correlation(cross, square, restSquare, answers),
    })),
  }
}

/** What stands out. Overexposure is no matter of answers: the list adds it. */
export function flagsOf({ answers, difficulty, itemRest }: ItemStatistics): ItemFlag[] {
  if (answers < flagAnswersMin) return []
  return [
    ...(difficulty >= tooEasyFrom ? (['too-easy'] as const) : []),
    ...(difficulty <= tooHardUpTo ? (['too-hard'] as const) : []),
    ...(itemRest !== null && itemRest < 0 ? (['negative-discrimination'] as const) : []),
  ]
}

function addOptions(one: ItemTotals, other: ItemTotals): OptionTotals[] {
  const added = new Map<string, OptionTotals>()
  for (const { part = null, option, ...own } of [...one.options, ...other.options]) {
    const { count, square, cross } = added.get(`${part} ${option}`) ?? { count: 0, square: 0, cross: 0 }
    const sum = { count: count + own.count, square: square + own.square, cross: cross + own.cross }
    added.set(`${part} ${option}`, { part, option, ...sum })
  }
  return [...added.values()]
}

export function addTotals(one: ItemTotals, other: ItemTotals): ItemTotals {
  const sum = (field: Exclude<keyof ItemTotals, 'bins' | 'options' | 'answeredAt'>) => one[field] + other[field]
  return {
    ...{ answers: sum('answers'), omitted: sum('omitted'), shareSum: sum('shareSum'), shareSquare: sum('shareSquare') },
    ...{ restSquare: sum('restSquare'), shareRest: sum('shareRest') },
    ...{ upperCount: sum('upperCount'), upperSum: sum('upperSum') },
    ...{ lowerCount: sum('lowerCount'), lowerSum: sum('lowerSum') },
    ...{ secondsSum: sum('secondsSum'), secondsCount: sum('secondsCount') },
    bins: one.bins.map((count, at) => count + (other.bins[at] ?? 0)),
    options: addOptions(one, other),
    answeredAt: Math.max(one.answeredAt, other.answeredAt),
  }
}
