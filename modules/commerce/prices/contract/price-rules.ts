/**
 * What a price may be (COMMERCE-007 to COMMERCE-027): the form and the server read this file. Amounts are hundredths: of a
 * coin with pay type 1, of a yuan with pay type 2.
 */

const free = 0
export const payTypes = { coin: 1, rmb: 2, memberCard: 3 } as const

export const rangesMax = 5
/** Of units, in a range and in a purchase. */
export const quantityMax = 1_000_000
/** A range without an end. */
export const unlimited = -1
/** 10,000,000 in hundredths. */
const priceMax = 1_000_000_000

/** Units `begin` to `end` of a purchase cost this much each. */
export interface PriceRange {
  readonly id: string
  readonly begin: number
  readonly end: number
  /** The original price of one unit in hundredths; null: nothing was typed. */
  readonly coin: number | null
  /** The sale price: what has to be paid. */
  readonly discountCoin: number | null
}

export interface PriceTerms {
  readonly isPay: 0 | 1
  readonly payType: 1 | 2 | 3
  readonly isLadderPrice: 0 | 1
  /** Of a single price. */
  readonly coin: number | null
  readonly discountCoin: number | null
  /** Of a ladder. */
  readonly payConfig: readonly PriceRange[]
  readonly vipCardConfiguration: readonly { readonly id: string; readonly cardName: string }[]
}

/** What is wrong with a price, and where: `range` counts from 0. */
export interface PriceProblem {
  readonly problem:
    | 'empty'
    | 'out-of-bounds'
    | 'sale-above-original'
    | 'no-member-card'
    | 'too-many-ranges'
    | 'range-wrong'
  readonly field?: 'coin' | 'discountCoin' | 'begin' | 'end'
  readonly range?: number
}

const isPrice = (amount: number) => Number.isSafeInteger(amount) && amount >= 0 && amount <= priceMax
const isQuantity = (units: number) => Number.isSafeInteger(units) && units >= 1 && units <= quantityMax

type Amounts = Pick<PriceRange, 'coin' | 'discountCoin'>

function amountProblems({ coin, discountCoin }: Amounts, range?: number): PriceProblem[] {
  const at = range === undefined ? {} : { range }
  const own = (field: 'coin' | 'discountCoin', amount: number | null): PriceProblem[] => {
    if (amount === null) return [{ problem: 'empty', field, ...at }]
    return isPrice(amount) ? [] : [{ problem: 'out-of-bounds', field, ...at }]
  }
  const problems = [...own('coin', coin), ...own('discountCoin', discountCoin)]
  const isAbove = problems.length === 0 && (discountCoin ?? 0) > (coin ?? 0)
  return isAbove ? [{ problem: 'sale-above-original', field: 'discountCoin', ...at }] : problems
}

/** COMMERCE-012 to COMMERCE-017: from 1 without gap or overlap to a last range without an end. */
function rangeProblems(ranges: readonly PriceRange[]): PriceProblem[] {
  if (ranges.length > rangesMax) return [{ problem: 'too-many-ranges' }]
  if (ranges.length === 0) return [{ problem: 'range-wrong' }]
  return ranges.flatMap(({ begin, end }, range): PriceProblem[] => {
    const isLast = range === ranges.length - 1
    const expected = range === 0 ? 1 : (ranges[range - 1]?.end ?? 0) + 1
    if (!isQuantity(begin) || begin !== expected) return [{ problem: 'range-wrong', field: 'begin', range }]
    const isEndRight = isLast ? end === unlimited : isQuantity(end) && end >= begin
    return isEndRight ? [] : [{ problem: 'range-wrong', field: 'end', range }]
  })
}

/** Everything that is wrong with a price; nothing of one that is free. */
export function priceProblems(terms: PriceTerms): PriceProblem[] {
  if (terms.isPay === free) return []
  if (terms.payType === payTypes.memberCard)
    return terms.vipCardConfiguration.length === 0 ? [{ problem: 'no-member-card' }] : []
  if (terms.isLadderPrice === 0) return amountProblems(terms)
  return [...rangeProblems(terms.payConfig), ...terms.payConfig.flatMap((one, range) => amountProblems(one, range))]
}

/** The ranges of a price as they are kept: a single price is one range of all quantities, a free one has none. */
export function rangesOf(terms: PriceTerms): readonly PriceRange[] {
  if (terms.isPay === free || terms.payType === payTypes.memberCard) return []
  if (terms.isLadderPrice === 1) return terms.payConfig
  return [{ id: 'all', begin: 1, end: unlimited, coin: terms.coin, discountCoin: terms.discountCoin }]
}

/** COMMERCE-026: the range of a purchase of so many units; undefined where no range has them. */
export function rangeFor<R extends Pick<PriceRange, 'begin' | 'end'>>(
  ranges: readonly R[],
  quantity: number,
): R | undefined {
  return ranges.find(({ begin, end }) => quantity >= begin && (end === unlimited || quantity <= end))
}

/** COMMERCE-019: there is nothing to pay: neither for one unit nor for a member card. */
export const isFreeOfCharge = (ranges: readonly Pick<PriceRange, 'discountCoin'>[], payType: number | null): boolean =>
  payType !== payTypes.memberCard && ranges.every(({ discountCoin }) => discountCoin === 0)

const amountPattern = /^(0|[1-9][0-9]{0,9})(\.[0-9]{1,2})?$/

/** COMMERCE-018, COMMERCE-025: the hundredths of a typed amount; undefined where it is none, or has a third decimal. */
export function hundredthsOf(typed: string): number | undefined {
  const text = typed.trim()
  if (!amountPattern.test(text)) return undefined
  const [whole = '0', part = ''] = text.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
