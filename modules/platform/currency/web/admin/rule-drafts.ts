/** Awards and expiry as an administrator has typed them, and what of it can be saved. */
import type { ExpiryRule, RewardRule } from '../../contract/management.ts'
import { amountMax, parseAmount, typedOf } from '../parts/amounts.ts'

export interface RewardDraft {
  readonly enabled: boolean
  readonly amount: string
  /** Empty: no cap. */
  readonly cap: string
}

export interface ExpiryDraft {
  readonly months: number
  readonly noticeDays: number
}

export const rewardKey = ({ event, kind }: Pick<RewardRule, 'event' | 'kind'>) => `${event}:${kind}`

export const savedReward = (rule: RewardRule): RewardDraft => ({
  enabled: rule.enabled,
  amount: typedOf(BigInt(rule.amount)),
  cap: rule.dailyCap === null ? '' : typedOf(BigInt(rule.dailyCap)),
})

export const savedExpiry = ({ months, noticeDays }: ExpiryRule): ExpiryDraft => ({ months, noticeDays })

export const isAmount = (amount: bigint | undefined) => amount !== undefined && amount > 0n && amount <= amountMax

/** The body of the call; undefined while an amount is wrong. */
export function rewardBody({ enabled, amount, cap }: RewardDraft) {
  const parsed = parseAmount(amount)
  const parsedCap = cap === '' ? null : parseAmount(cap)
  if (!isAmount(parsed) || (parsedCap !== null && !isAmount(parsedCap))) return undefined
  return { enabled, amount: String(parsed), dailyCap: parsedCap === null ? null : String(parsedCap) }
}

/** How many of its fields differ. */
export function differing<Draft extends object>(draft: Draft, saved: Draft): number {
  return Object.keys(saved).filter((name) => Reflect.get(draft, name) !== Reflect.get(saved, name)).length
}
