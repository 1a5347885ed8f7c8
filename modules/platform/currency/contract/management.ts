/** Calls of the company's administrators: issue, rules, and ledger proof. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND } from '#kit/errors.ts'
import { Body, Hundredths, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesCompanyCurrency, managesCurrency } from './access.ts'
import {
  ACCOUNT_FULL,
  AccountType,
  COINS_INSUFFICIENT,
  CurrencyKind,
  NO_RECHARGE_PERMISSION,
  NOBODY_TO_DECIDE,
  POINTS_INSUFFICIENT,
  PositiveAmount,
} from './shapes.ts'

const Holder = Body({ accountType: AccountType, accountCode: Id })
const Issued = Type.Object({
  id: Id,
  /** The amount is above the limit: another administrator has to agree first. */
  approving: Type.Boolean(),
})

const RewardRule = Type.Object({
  event: Type.String(),
  kind: CurrencyKind,
  enabled: Type.Boolean(),
  amount: Hundredths,
  dailyCap: Nullable(Hundredths),
  /** What a member gets at most in 24 hours by the awards of all events; an award above it is not given. */
  dayMax: Hundredths,
  updatedBy: Nullable(Id),
  updatedAt: Nullable(Instant),
})
export type RewardRule = Static<typeof RewardRule>

const RewardEvent = Type.Object({
  event: Type.String(),
  label: Type.String(),
  description: Type.String(),
  rules: Type.Array(RewardRule),
})
export type RewardEvent = Static<typeof RewardEvent>

const Months = Type.Integer({ minimum: 0, maximum: 120 })
const NoticeDays = Type.Integer({ minimum: 0, maximum: 90 })
const ExpiryRule = Type.Object({
  kind: CurrencyKind,
  months: Months,
  noticeDays: NoticeDays,
  updatedBy: Nullable(Id),
  updatedAt: Nullable(Instant),
})
export type ExpiryRule = Static<typeof ExpiryRule>

const RuleValues = Type.Record(Type.String(), Type.Unknown())
const RuleChange = Type.Object({
  id: Id,
  rule: OneOf(['reward', 'expiry']),
  event: Nullable(Type.String()),
  kind: CurrencyKind,
  valueBefore: RuleValues,
  valueAfter: RuleValues,
  changedBy: Id,
  changedAt: Instant,
})
export type RuleChange = Static<typeof RuleChange>

const ProofFigure = Type.Object({
  kind: Type.Integer(),
  ownerKind: Type.String(),
  accountCount: Type.Integer(),
  entryCount: Type.Integer(),
  income: Hundredths,
  expense: Hundredths,
  balance: Hundredths,
})

const Proof = Type.Object({
  id: Id,
  startedBy: Nullable(Id),
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  holds: Nullable(Type.Boolean()),
  entryCount: Type.Integer(),
  figures: Type.Array(ProofFigure),
  problems: Type.Array(
    Type.Object({ rule: Type.String(), id: Type.String(), expected: Type.String(), found: Type.String() }),
  ),
})
export type Proof = Static<typeof Proof>

const HolderRow = Type.Object({
  accountType: AccountType,
  accountCode: Id,
  name: Type.String(),
  avatarPath: Type.String(),
  organizationName: Type.String(),
  coins: Hundredths,
  points: Hundredths,
})
export type HolderRow = Static<typeof HolderRow>

export const managementCalls = {
  recharge: {
    method: 'POST',
    path: '/knowledge-operation/currency/recharge',
    summary: 'Issues the same amount to several accounts (CURRENCY-045). Header Idempotency-Key',
    access: 'signed-in',
    body: Body({
      accounts: Type.Array(Holder, { minItems: 1, maxItems: 200 }),
      type: CurrencyKind,
      tradeAmount: PositiveAmount,
      reason: OptionalText(200),
    }),
    onSelf: { refusedByRow: "the caller's account, or that of a team that the caller heads" },
    response: Issued,
    errors: [NO_RECHARGE_PERMISSION, NOT_FOUND, ACCOUNT_FULL, KEY_USED_FOR_ANOTHER_REQUEST, NOBODY_TO_DECIDE],
  },
  adjust: {
    method: 'POST',
    path: '/knowledge-operation/currency/adjust',
    summary: 'Corrects a balance by a new record of type 18 with a reason (CURRENCY-032). Header Idempotency-Key',
    access: managesCurrency,
    body: Body({
      account: Holder,
      type: CurrencyKind,
      /** The change of the balance; below 0 for a deduction. */
      tradeAmount: Type.String({ pattern: '^-?([1-9][0-9]{0,16}|10{17})$' }),
      reason: Text(200),
    }),
    onSelf: { refused: ['body.account.accountCode'] },
    response: Issued,
    errors: [
      NOT_FOUND,
      COINS_INSUFFICIENT,
      POINTS_INSUFFICIENT,
      ACCOUNT_FULL,
      KEY_USED_FOR_ANOTHER_REQUEST,
      NOBODY_TO_DECIDE,
    ],
  },
  holders: {
    method: 'GET',
    path: '/knowledge-operation/currency/holders',
    summary: 'Members (accountType 1) or organizations (2) with their balances, for administrators',
    access: managesCurrency,
    query: PageQuery({
      accountType: Type.Optional(OneOf([1, 2])),
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Page(HolderRow),
    cacheSeconds: 0,
  },
  searchTeams: {
    method: 'GET',
    path: '/knowledge-operation/currency/team-choice',
    summary: 'At most 20 teams of the company by part of their name, with their balances',
    access: managesCurrency,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Id, name: Type.String(), coins: Hundredths, points: Hundredths })),
      recordCount: Type.Integer(),
    }),
  },
  rewardRules: {
    method: 'GET',
    path: '/knowledge-operation/currency/reward-rule',
    summary: 'The award rules of each event in coins and points, with daily caps',
    access: managesCompanyCurrency,
    response: Type.Object({ items: Type.Array(RewardEvent), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  changeRewardRule: {
    method: 'PUT',
    path: '/knowledge-operation/currency/reward-rule/{event}/{kind}',
    summary: 'Changes the award rule of an event',
    access: managesCompanyCurrency,
    params: Type.Object({ event: Type.String({ maxLength: 80 }), kind: CurrencyKind }),
    body: Body({
      enabled: Type.Boolean(),
      amount: PositiveAmount,
      /** null: no cap. */
      dailyCap: Nullable(PositiveAmount),
    }),
    response: RewardRule,
    errors: [NOT_FOUND],
  },
  expiryRules: {
    method: 'GET',
    path: '/knowledge-operation/currency/expiry-rule',
    summary: 'The expiry of coins and points in months, and the notice period',
    access: managesCompanyCurrency,
    response: Type.Object({ items: Type.Array(ExpiryRule), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  changeExpiryRule: {
    method: 'PUT',
    path: '/knowledge-operation/currency/expiry-rule/{kind}',
    summary: 'Changes the expiry of coins or points; 0 months means never',
    access: managesCompanyCurrency,
    params: Type.Object({ kind: CurrencyKind }),
    body: Body({ months: Months, noticeDays: NoticeDays }),
    response: ExpiryRule,
  },
  ruleChanges: {
    method: 'GET',
    path: '/knowledge-operation/currency/rule-change',
    summary: 'Changes of currency rules with member and time, newest first',
    access: managesCompanyCurrency,
    query: PageQuery({}),
    response: Page(RuleChange),
    cacheSeconds: 0,
  },
  startProof: {
    method: 'POST',
    path: '/knowledge-operation/currency/proof',
    summary: 'Proves the ledger: compares the totals of all entries with the balances, in a background task',
    access: managesCompanyCurrency,
    response: Type.Object({ id: Id }),
  },
  proofs: {
    method: 'GET',
    path: '/knowledge-operation/currency/proof',
    summary: 'Proofs of the ledger, newest first',
    access: managesCompanyCurrency,
    query: PageQuery({}),
    response: Page(Proof),
    cacheSeconds: 0,
  },
} as const satisfies Contract
