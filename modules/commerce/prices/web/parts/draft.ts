/** A price while it is typed: amounts as text, and what is wrong with it by the rules that the server has, too. */
import { shortDecimalText } from '#kit/amounts.ts'
import {
  hundredthsOf,
  type PriceProblem,
  payTypes,
  priceProblems,
  rangesMax,
  unlimited,
} from '../../contract/price-rules.ts'
import type { Terms } from '../../contract/shapes.ts'

export interface RangeDraft {
  readonly id: string
  readonly begin: number | null
  /** Null: not typed; of the last range it is unlimited. */
  readonly end: number | null
  readonly coin: string
  readonly discountCoin: string
}

export interface PriceDraft {
  readonly isPay: 0 | 1
  readonly payType: 1 | 2 | 3
  readonly isLadderPrice: 0 | 1
  readonly coin: string
  readonly discountCoin: string
  readonly ranges: readonly RangeDraft[]
  readonly cards: readonly { readonly id: string; readonly cardName: string }[]
}

const typed = (amount: number | null) => (amount === null ? '' : shortDecimalText(amount))

export function draftOf(terms: Terms): PriceDraft {
  const { isPay, payType, isLadderPrice, coin, discountCoin, payConfig, vipCardConfiguration } = terms
  const ranges = payConfig.map((range) => ({
    ...range,
    ...{ coin: typed(range.coin), discountCoin: typed(range.discountCoin) },
  }))
  const cards = vipCardConfiguration
  return { isPay, payType, isLadderPrice, coin: typed(coin), discountCoin: typed(discountCoin), ranges, cards }
}

/** What was typed of an amount: empty is nothing, and what is no amount counts as out of bounds. */
const amountOf = (text: string): number | null => (text.trim() === '' ? null : (hundredthsOf(text) ?? -1))

export function termsOf(draft: PriceDraft): Terms {
  const { isPay, payType, isLadderPrice, coin, discountCoin, ranges, cards } = draft
  const isLadder = isPay === 1 && isLadderPrice === 1 && payType !== payTypes.memberCard
  const isSingle = isPay === 1 && isLadderPrice === 0 && payType !== payTypes.memberCard
  return {
    ...{ isPay, payType, isLadderPrice: isLadder ? 1 : 0 },
    coin: isSingle ? amountOf(coin) : null,
    discountCoin: isSingle ? amountOf(discountCoin) : null,
    payConfig: isLadder
      ? ranges.map((range, place) => ({
          ...{ id: range.id, begin: range.begin ?? 0 },
          end: place === ranges.length - 1 ? unlimited : (range.end ?? 0),
          ...{ coin: amountOf(range.coin), discountCoin: amountOf(range.discountCoin) },
        }))
      : [],
    vipCardConfiguration: isPay === 1 ? [...cards] : [],
  }
}

export const problemsOf = (draft: PriceDraft): PriceProblem[] => priceProblems(termsOf(draft))

const newRange = (begin: number): RangeDraft => ({
  ...{ id: crypto.randomUUID(), begin, end: null, coin: '', discountCoin: '' },
})

/** One range more, which begins where the last one ended. Undefined where there are five already (COMMERCE-011). */
export function withRange(ranges: readonly RangeDraft[]): readonly RangeDraft[] | undefined {
  const last = ranges.at(-1)
  if (!last) return [newRange(1)]
  if (ranges.length >= rangesMax) return undefined
  const end = last.end === null || last.end === unlimited ? (last.begin ?? 1) : last.end
  return [...ranges.slice(0, -1), { ...last, end }, newRange(end + 1)]
}

/** A changed end moves the begin of the range after it. */
export function withEnd(ranges: readonly RangeDraft[], place: number, end: number | null): readonly RangeDraft[] {
  return ranges.map((range, at) => {
    if (at === place) return { ...range, end }
    return at === place + 1 && end !== null ? { ...range, begin: end + 1 } : range
  })
}

/** Without a range: the one after it begins where it began. */
export function withoutRange(ranges: readonly RangeDraft[], place: number): readonly RangeDraft[] {
  const begin = ranges[place]?.begin ?? 1
  return ranges.flatMap((range, at) => (at === place ? [] : [at === place + 1 ? { ...range, begin } : range]))
}
