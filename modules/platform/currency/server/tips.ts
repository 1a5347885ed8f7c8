/** Rewards from member to author (打赏): of a thing once a member, with coins or points. */

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

/** What may be rewarded; the module that owns it registers. */
export interface RewardableKind {
  readonly businessType: number
  /** The thing's name and whose account is rewarded; undefined where the caller may not see it. */
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

/** 13002 while it is switched off, 13003 the second time, 13005 or 701012 with too little. */
export async function tip(db: Connection, caller: Caller, wish: Tip, now: number): Promise<{ readonly id: string }> {
  const { companyId, memberId } = caller
  const { businessType, businessId, kind, amount } = wish
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
      { owner: found.payee, amount, pot: kind === POINTS ? 'allocated' : 'reward' },
    ],
  })
  if (repeated) throw refuse(REWARDED_BEFORE)
  return { id: transferId }
}
