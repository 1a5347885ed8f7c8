/** Calls about the caller's own account and the accounts of teams. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Hundredths, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import {
  ACCOUNT_FULL,
  AccountType,
  ALLOCATED_COINS_INSUFFICIENT,
  Balance,
  CurrencyKind,
  NOT_IN_TEAM,
  POINTS_INSUFFICIENT_TO_DISTRIBUTE,
  POINTS_INSUFFICIENT_TO_REWARD,
  PositiveAmount,
  REWARD_COINS_INSUFFICIENT,
  REWARD_DISABLED,
  REWARDED_BEFORE,
  RecordType,
  TradeRecord,
  TradeType,
} from './shapes.ts'

/** The account: a team's by default, or of `accountType`. */
const account = {
  accountCode: Id,
  accountType: Type.Optional({ ...AccountType, default: 3 }),
}

const recordFilter = {
  ...account,
  /** 2: points; coins otherwise. */
  rewardType: Type.Optional(OneOf([1, 2])),
  /** 1 income, 2 expense. */
  type: Type.Optional(RecordType),
  tradeType: Type.Optional(TradeType),
}

const OwnBalance = Type.Object({
  ...Balance.properties,
  /** The next expiring amount; null if there is none. */
  expiring: Nullable(Type.Object({ amount: Hundredths, at: Instant })),
})
export type OwnBalance = Static<typeof OwnBalance>

const TeamOfMember = Type.Object({
  id: Id,
  name: Type.String(),
  /** Map `member-type`: 0 total administrator, 1 administrator, 2 member. */
  memberType: OneOf([0, 1, 2]),
})
export type TeamOfMember = Static<typeof TeamOfMember>

const TeamMember = Type.Object({
  memberId: Id,
  memberType: OneOf([0, 1, 2]),
  fullName: Type.String(),
  avatarPath: Type.String(),
  organizationName: Type.String(),
})
export type TeamMember = Static<typeof TeamMember>

const GrantItem = Type.Object({
  joinId: Id,
  joinType: Type.Integer(),
  tradeAmount: Hundredths,
  memberName: Type.String(),
  memberFullName: Type.String(),
  avatarPath: Type.String(),
  organizationName: Type.String(),
})
export type GrantItem = Static<typeof GrantItem>

const AwardRecord = Type.Object({
  rule: Type.String(),
  source: Type.String(),
  createTime: Instant,
  score: Hundredths,
  /** The rest of the rule's daily cap, and the cap; null without a cap. */
  availableScore: Nullable(Hundredths),
  maxScore: Nullable(Hundredths),
})

export const accountCalls = {
  totalAmount: {
    method: 'GET',
    path: '/knowledge-operation/currency/total-amount',
    summary: "An account's income, expense and balance (CURRENCY-062)",
    access: 'signed-in',
    query: Type.Object({ ...account, type: Type.Optional(CurrencyKind) }),
    response: Type.Object({ ...Balance.properties, integralTotalAmount: Hundredths }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  tradeDetail: {
    method: 'GET',
    path: '/knowledge-operation/currency/trade-detail',
    summary: "An account's records, newest first (CURRENCY-063)",
    access: 'signed-in',
    query: PageQuery(recordFilter),
    response: Page(TradeRecord),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  exportTrades: {
    method: 'GET',
    path: '/knowledge-operation/currency/trade-detail/export',
    summary: 'The newest 20,000 records as an xlsx file',
    access: 'signed-in',
    query: Type.Object(recordFilter),
    response: Type.Object({}),
    errors: [NOT_FOUND],
    kind: 'stream',
    timeoutMs: 60_000,
  },
  grantDetail: {
    method: 'GET',
    path: '/knowledge-operation/currency/grant-detail',
    summary: 'The recipients of a distribution: all for the team, the own share for a recipient (CURRENCY-064)',
    access: 'signed-in',
    query: PageQuery({ grantId: Id }),
    response: Page(GrantItem),
    errors: [NOT_FOUND],
  },
  enjoyGrant: {
    method: 'POST',
    path: '/knowledge-operation/currency/enjoy-grant',
    summary:
      "Distributes a team's coins or points to its members, all or nothing (CURRENCY-065). Header Idempotency-Key",
    access: 'signed-in',
    body: Body({
      enjoyId: Id,
      type: CurrencyKind,
      /** JSON text: [{ joinId, tradeAmount, joinType: 5 }] */
      grantItems: Type.String({ maxLength: 700_000 }),
    }),
    form: true,
    onSelf: {
      allowed:
        "A team's coins are its total administrator's to distribute; nobody issues coins to a team that they head.",
    },
    response: Type.Object({ grantId: Id, totalAmount: Hundredths, recipientCount: Type.Integer() }),
    errors: [
      NO_PERMISSION,
      NOT_FOUND,
      NOT_IN_TEAM,
      ALLOCATED_COINS_INSUFFICIENT,
      POINTS_INSUFFICIENT_TO_DISTRIBUTE,
      KEY_USED_FOR_ANOTHER_REQUEST,
      ACCOUNT_FULL,
    ],
  },
  personAccount: {
    method: 'GET',
    path: '/knowledge-operation/currency/person-currency-account',
    summary: "The caller's own coins and points (CURRENCY-066)",
    access: 'signed-in',
    response: Type.Object({ coin: OwnBalance, points: OwnBalance }),
    cacheSeconds: 0,
  },
  awardRecords: {
    method: 'GET',
    path: '/knowledge-operation/currency/award-record',
    summary: "The caller's awards: rule, source, score and the rest of the daily cap (CURRENCY-046)",
    access: 'signed-in',
    query: PageQuery({ type: Type.Optional(CurrencyKind) }),
    response: Page(AwardRecord),
    cacheSeconds: 0,
  },
  signInAward: {
    method: 'POST',
    path: '/knowledge-operation/currency/sign-in-award',
    summary: 'The award of this sign-in: once per session, up to the daily cap (CURRENCY-035)',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Type.Object({ kind: CurrencyKind, amount: Hundredths })) }),
    errors: [ACCOUNT_FULL],
  },
  reward: {
    method: 'POST',
    path: '/knowledge-operation/currency/reward',
    summary: 'Rewards the author of an item once, with coins or points. Header Idempotency-Key',
    access: 'signed-in',
    body: Body({
      businessType: Type.Integer({ minimum: 1, maximum: 1000 }),
      businessId: Id,
      type: CurrencyKind,
      tradeAmount: PositiveAmount,
    }),
    response: Type.Object({ id: Id }),
    errors: [
      NOT_FOUND,
      REWARD_DISABLED,
      REWARDED_BEFORE,
      POINTS_INSUFFICIENT_TO_REWARD,
      REWARD_COINS_INSUFFICIENT,
      KEY_USED_FOR_ANOTHER_REQUEST,
      ACCOUNT_FULL,
    ],
  },
  ownTeams: {
    method: 'GET',
    path: '/knowledge-operation/currency/teams',
    summary: "The caller's teams, with the caller's role in each",
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(TeamOfMember), recordCount: Type.Integer() }),
  },
  teamMembers: {
    method: 'GET',
    path: '/knowledge-operation/currency/teams/{enjoyId}/members',
    summary: 'The members of a team who can receive a distribution, administrators first',
    access: 'signed-in',
    params: Type.Object({ enjoyId: Id }),
    query: PageQuery({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Page(TeamMember),
    errors: [NOT_FOUND],
  },
} as const satisfies Contract
