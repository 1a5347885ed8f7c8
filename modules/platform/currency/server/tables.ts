// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface Account {
  id: string
  company_id: string
  owner_kind: string
  owner_id: string
  kind: number
  allocated: Generated<number>
  reward: Generated<number>
  subscription: Generated<number>
  held_allocated: Generated<number>
  held_reward: Generated<number>
  held_subscription: Generated<number>
  income: Generated<string>
  expense: Generated<string>
  entry_count: Generated<number>
  created_at: number
}

export interface AccountTally {
  account_id: string
  type: number
  trade_type: number
  entry_count: number
  amount: string
}

export interface Award {
  company_id: string
  event_key: string
  kind: number
  member_id: string
  event: string
  day: string
  amount: number
  daily_cap: number | null
  day_left: number | null
  source: string
  transfer_id: string | null
  created_at: number
}

export interface Entry {
  transfer_id: string
  account_id: string
  company_id: string
  kind: number
  seq: number | null
  type: number
  trade_type: number
  amount: number
  allocated: number
  reward: number
  subscription: number
  balance_after: number | null
  income_after: string | null
  created_at: number
}

export interface ExpiryRule {
  company_id: string
  kind: number
  months: number
  notice_days: number
  updated_by: string
  updated_at: number
}

export interface ExpiryRun {
  company_id: string
  kind: number
  due_at: number
  noticed_at: number | null
  done_at: number | null
  account_count: Generated<number>
  amount: Generated<string>
}

export interface IssueApplication {
  id: string
  company_id: string
  event: string
  kind: number
  amount: number
  reason: string
  owners: ColumnType<unknown, string, string>
  applicant_id: string
  created_at: number
  transfer_id: string | null
}

export interface Proof {
  id: string
  company_id: string
  started_by: string | null
  started_at: number
  finished_at: number | null
  holds: boolean | null
  entry_count: Generated<number>
  figures: ColumnType<unknown, string, string>
  problems: ColumnType<unknown, string, string>
}

export interface Request {
  company_id: string
  member_id: string
  key: string
  digest: Buffer
  answer: ColumnType<unknown, string | null, string | null>
  created_at: number
}

export interface Reservation {
  id: string
  company_id: string
  account_id: string
  state: Generated<string>
  amount: number
  allocated: number
  reward: number
  subscription: number
  trade_type: number
  event_key: string
  business_type: number | null
  business_id: string | null
  subject: string
  created_by: string | null
  created_at: number
  expires_at: number
  decided_at: number | null
  transfer_id: string | null
}

export interface RewardRule {
  company_id: string
  event: string
  kind: number
  enabled: boolean
  amount: number
  daily_cap: number | null
  updated_by: string
  updated_at: number
}

export interface RuleChange {
  id: string
  company_id: string
  rule: string
  event: string | null
  kind: number
  value_before: ColumnType<unknown, string, string>
  value_after: ColumnType<unknown, string, string>
  changed_by: string
  changed_at: number
}

export interface Transfer {
  id: string
  company_id: string
  kind: number
  trade_type: number
  event_key: string | null
  business_type: number | null
  business_id: string | null
  event: string
  subject: Generated<string>
  reason: Generated<string>
  created_by: string | null
  reverses: string | null
  created_at: number
}

export interface DB {
  'currency.account': Account
  'currency.account_tally': AccountTally
  'currency.award': Award
  'currency.entry': Entry
  'currency.expiry_rule': ExpiryRule
  'currency.expiry_run': ExpiryRun
  'currency.issue_application': IssueApplication
  'currency.proof': Proof
  'currency.request': Request
  'currency.reservation': Reservation
  'currency.reward_rule': RewardRule
  'currency.rule_change': RuleChange
  'currency.transfer': Transfer
}
