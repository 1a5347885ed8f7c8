/** Shapes and codes that several calls of currency share. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Hundredths, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Too few points: for spending (shop, exchange), a reward, a distribution (CURRENCY-039, CURRENCY-040). */
export const POINTS_INSUFFICIENT = errorCode(71004)
export const POINTS_INSUFFICIENT_TO_REWARD = errorCode(13005)
export const POINTS_INSUFFICIENT_TO_DISTRIBUTE = errorCode(13006)
/** Too few coins for spending, in all balances together. */
export const COINS_INSUFFICIENT = errorCode(2000103)
/** Too few coins in the named balance; the first code also for a distribution, the second for a reward. */
export const ALLOCATED_COINS_INSUFFICIENT = errorCode(701011)
export const REWARD_COINS_INSUFFICIENT = errorCode(701012)
export const SUBSCRIPTION_COINS_INSUFFICIENT = errorCode(701013)
export const REWARD_DISABLED = errorCode(13002)
export const REWARDED_BEFORE = errorCode(13003)
/** The rest of the range 7010xx; redeem cards use 701020 and above. */
export const NO_RECHARGE_PERMISSION = errorCode(701014)
export const ACCOUNT_FULL = errorCode(701016)
export const NOT_IN_TEAM = errorCode(701017)
export const RESERVATION_DECIDED = errorCode(701018)
export const REFUND_TOO_LARGE = errorCode(701019)

/** Of approvals: an issue above the limit that nobody but the caller could agree to. */
export const NOBODY_TO_DECIDE = errorCode(46003)

/** Map `coin-kind`. */
export const COIN = 1
export const POINTS = 2
export const CurrencyKind = OneOf([1, 2])
export type CurrencyKind = Static<typeof CurrencyKind>

/** Map `coin-record-type`. */
export const RecordType = OneOf([1, 2])

/** Map `trade-type`; 13 is not used. */
export const tradeTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19] as const
export const TradeType = OneOf(tradeTypes)
export type TradeType = Static<typeof TradeType>
export const trade = {
  allocate: 1,
  issue: 2,
  subscribe: 3,
  reward: 4,
  refund: 5,
  pointsReward: 9,
  pointsAllocate: 10,
  cancel: 15,
  pointsAward: 16,
  adjustment: 18,
} as const satisfies Record<string, TradeType>

/** Map `account-type`: the specification gives 3; persons and organizations have the others. */
export const ownerKinds = { 1: 'person', 2: 'organization', 3: 'team' } as const
export const AccountType = OneOf([1, 2, 3])
export type AccountType = Static<typeof AccountType>

/** The amount of one movement: 0.01 to 1e15, in hundredths. */
export const amountMax = 10n ** 17n
export const PositiveAmount = Type.String({
  pattern: '^([1-9][0-9]{0,16}|10{17})$',
  description: 'hundredths above 0 and up to 1e17, as decimal text',
})

/** A company has one for each kind; points use the first balance only. */
export const Balance = Type.Object({
  totalAmount: Hundredths,
  amountIn: Hundredths,
  amountOut: Hundredths,
  allocated: Hundredths,
  reward: Hundredths,
  subscription: Hundredths,
  reserved: Hundredths,
})
export type Balance = Static<typeof Balance>

/** CURRENCY-016, CURRENCY-017. */
export const TradeRecord = Type.Object({
  id: Id,
  createTime: Instant,
  type: RecordType,
  tradeType: TradeType,
  tradeAmount: Hundredths,
  availableBalance: Hundredths,
  createMemberName: Type.String(),
  createMemberFullName: Type.String(),
  businessType: Nullable(Type.Integer()),
  businessId: Nullable(Type.String()),
  detail: Type.String(),
  reason: Type.String(),
})
export type TradeRecord = Static<typeof TradeRecord>

export const Bilingual = Type.Object({ cn: Type.String(), en: Type.String() })
export type Bilingual = Static<typeof Bilingual>
