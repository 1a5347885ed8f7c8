/** The draft of a distribution and its faults (part 1 §5). Pure functions, so that every rule has a test. */
import { amountMax, averageShares, parseAmount, typedOf } from '../parts/amounts.ts'

export interface Receiver {
  readonly memberId: string
  readonly fullName: string
  /** The text of the field. */
  readonly typed: string
}

export type AmountFault = 'empty' | 'zero' | 'tooLarge'
export type Fault = 'nobody' | 'amounts' | 'balance'

export function amountFault(typed: string): AmountFault | undefined {
  const amount = parseAmount(typed)
  if (amount === undefined) return 'empty'
  if (amount === 0n) return 'zero'
  return amount > amountMax ? 'tooLarge' : undefined
}

export function totalOf(receivers: readonly Receiver[]): bigint {
  return receivers.reduce((sum, { typed }) => sum + (parseAmount(typed) ?? 0n), 0n)
}

/** The first rule that is broken (CURRENCY-049 to CURRENCY-052). */
export function faultOf(receivers: readonly Receiver[], balance: bigint): Fault | undefined {
  if (receivers.length === 0) return 'nobody'
  if (receivers.some(({ typed }) => amountFault(typed) !== undefined)) return 'amounts'
  return totalOf(receivers) > balance ? 'balance' : undefined
}

export type AverageFault = 'nobody' | 'empty' | 'tooSmall'

/** The receivers with equal shares of the total, or the fault (CURRENCY-054, CURRENCY-055). */
export function averaged(receivers: readonly Receiver[], typedTotal: string): readonly Receiver[] | AverageFault {
  if (receivers.length === 0) return 'nobody'
  const total = parseAmount(typedTotal)
  if (total === undefined || total === 0n) return 'empty'
  const shares = averageShares(total, receivers.length)
  if (!shares) return 'tooSmall'
  return receivers.map((receiver, index) => ({ ...receiver, typed: typedOf(shares[index] ?? 0n) }))
}

/** The input of the call (CURRENCY-058). */
export function grantItemsText(receivers: readonly Receiver[]): string {
  return JSON.stringify(
    receivers.map(({ memberId, typed }) => ({
      joinId: memberId,
      tradeAmount: String(parseAmount(typed)),
      joinType: 5,
    })),
  )
}
