/** Rewards from members to authors (打赏): once per member and item, with coins or points. */

import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import {
  type CurrencyKind,
  POINTS,
  POINTS_INSUFFICIENT_TO_REWARD,
  REWARD_COINS_INSUFFICIENT,
  REWARD_DISABLED,
  REWARDED_BEFORE,
  trade,
} from '../contract/shapes.ts'
import type { Owner } from './account-locks.ts'
import { post } from './postings.ts'
import { rewardSwitches } from './rules.ts'

/** Kinds of items that can be rewarded; the owning module registers them. */
export interface RewardableKind {
  readonly businessType: number
  /** The item's name and the rewarded account; undefined if the caller may not see the item. */
  find(
    db: Connection,
    caller: Caller,
    businessId: string,
  ): Promise<{ readonly name: string; readonly payee: Owner } | undefined>
}

export const rewardableKind = extensionPoint<RewardableKind>('currency.rewardable-kind')

export interface Tip {
  readonly businessType: number
  readonly businessId: string
  readonly kind: CurrencyKind
  readonly amount: bigint
}

/** Refuses with 13002 while rewards are off, 13003 for a second reward, 13005 or 701012 for a shortage. */
export async function tip(db: Connection, caller: Caller, input: Tip, now: number): Promise<{ readonly id: string }> {
  const { companyId, memberId } = caller
  const { businessType, businessId, kind, amount } = input
  const switches = await rewardSwitches(db, companyId)
  if (!switches.tips || (kind === POINTS && !switches.points)) throw refuse(REWARD_DISABLED)
  const rewardable = rewardableKind.all().find((one) => one.businessType === businessType)
  const found = await rewardable?.find(db, caller, businessId)
  const isOwn = found?.payee.kind === 'person' && found.payee.id === memberId
  if (!found || isOwn) throw refuse(NOT_FOUND)
  const { transferId, repeated } = await post(db, {
    companyId,
    kind,
    businessType,
    businessId,
    now,
    tradeType: kind === POINTS ? trade.pointsReward : trade.reward,
    event: 'tip',
    eventKey: `tip:${businessType}:${businessId}:${memberId}`,
    subject: found.name,
    createdBy: memberId,
    legs: [
      {
        owner: { kind: 'person', id: memberId },
        amount: -amount,
        insufficient: kind === POINTS ? POINTS_INSUFFICIENT_TO_REWARD : REWARD_COINS_INSUFFICIENT,
      },
      { owner: found.payee, amount, balanceKind: kind === POINTS ? 'allocated' : 'reward' },
    ],
  })
  if (repeated) throw refuse(REWARDED_BEFORE)
  return { id: transferId }
}
