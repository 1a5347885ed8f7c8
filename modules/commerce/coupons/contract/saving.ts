/** What a coupon saves of a purchase, in whole hundredths. Pure: the server decides by it. */

/** Why a coupon saves nothing of a purchase. */
export const obstacles = ['pay-type', 'items', 'minimum', 'nothing'] as const
export type Obstacle = (typeof obstacles)[number]

export interface SavingTerms {
  readonly kind: 'amount' | 'percent'
  /** Hundredths that an amount off takes. */
  readonly amount: bigint | null
  readonly percent: number | null
  /** The most that a percentage takes; null: no limit. */
  readonly cap: bigint | null
  readonly payType: 1 | 2
  /** Of what the coupon fits: so much has to be bought. */
  readonly minimum: bigint
  /** For everything, for kinds, or for single items (`null`: the whole kind). */
  readonly isForAll: boolean
  readonly scope: readonly { readonly businessType: number; readonly itemId: string | null }[]
}

export interface SavingLine {
  readonly businessType: number
  readonly itemId: string
  readonly amount: bigint
}

export interface Saving {
  /** 0 where there is an obstacle. */
  readonly saves: bigint
  /** For each line, whether the coupon is for it. */
  readonly fits: readonly boolean[]
  readonly obstacle: Obstacle | null
}

const isFor = ({ isForAll, scope }: SavingTerms, line: SavingLine) =>
  isForAll ||
  scope.some(
    ({ businessType, itemId }) => businessType === line.businessType && (itemId === null || itemId === line.itemId),
  )

/** A percentage is rounded down to whole hundredths. Never more than the lines that it fits cost together. */
function takenOff({ kind, amount, percent, cap }: SavingTerms, sum: bigint): bigint {
  const full = kind === 'amount' ? (amount ?? 0n) : (sum * BigInt(percent ?? 0)) / 100n
  const capped = kind === 'percent' && cap !== null && full > cap ? cap : full
  return capped > sum ? sum : capped
}

export function savingOf(terms: SavingTerms, payType: number, lines: readonly SavingLine[]): Saving {
  const fits = lines.map((line) => isFor(terms, line))
  const without = (obstacle: Obstacle): Saving => ({ saves: 0n, fits, obstacle })
  if (payType !== terms.payType) return without('pay-type')
  if (!fits.includes(true)) return without('items')
  const sum = lines.reduce((all, { amount }, place) => (fits[place] ? all + amount : all), 0n)
  if (sum < terms.minimum) return without('minimum')
  const saves = takenOff(terms, sum)
  return saves === 0n ? without('nothing') : { saves, fits, obstacle: null }
}
